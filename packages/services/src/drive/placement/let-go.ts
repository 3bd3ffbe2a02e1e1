import { lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { withoutHost } from "../../health/rules/drive-state.ts";
import { isExpected } from "../../health/rules/expected.ts";
import { StateChanges } from "../../health/rules/stored-state.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/** Ends what a host has of drives, all but those that it keeps: they are missing from then on, where they are expected. Returns which. */
export async function letGo(
  { tx, changes }: Pick<IngestScope, "tx" | "changes">,
  { hostId, keeps, at }: { readonly hostId: string; readonly keeps: readonly string[]; readonly at: Date },
): Promise<string[]> {
  const ended = await tx.driveSighting.updateManyAndReturn({
    where: { hostId, endedAt: null, driveId: { notIn: [...keeps] } },
    data: { endedAt: at },
    select: { driveId: true },
  });
  if (ended.length === 0) return [];
  const driveIds = ended.map(({ driveId }) => driveId);
  const lifecycles = await tx.drive.findMany({
    where: { id: { in: driveIds } },
    select: { id: true, lifecycle: true },
    take: driveIds.length,
  });
  const expected = new Set(lifecycles.filter(({ lifecycle }) => isExpected(lifecycle)).map(({ id }) => id));
  const states = new StateChanges();
  for (const drive of await lockDrivesById(tx, driveIds)) {
    states.apply(drive, (state) => withoutHost(state, at, expected.has(drive.id)));
  }
  await states.save({ tx, changes });
  await refreshDriveLists(tx, driveIds);
  for (const driveId of driveIds) changes.drive(driveId);
  return driveIds;
}
