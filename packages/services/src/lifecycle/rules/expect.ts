import type { DriveLifecycle, Transaction } from "@crosspoint/db";
import type { LockedDrive } from "@crosspoint/db/queries/lock-drives";
import { withHost, withoutHost, withSilentHost } from "../../health/rules/drive-state.ts";
import { isExpected } from "../../health/rules/expected.ts";
import { StateChanges } from "../../health/rules/stored-state.ts";
import type { LiveChanges } from "../../live/changes.ts";

/**
 * Brings what is said of locked drives up with whether they are expected: one that is not is neither missing nor waited for; one
 * that is expected again is missing where no host has it, and not reporting where its host is silent.
 */
export async function expectAgain(
  tx: Transaction,
  drives: readonly LockedDrive[],
  { lifecycle, at, changes }: { readonly lifecycle: DriveLifecycle; readonly at: Date; readonly changes: LiveChanges },
): Promise<void> {
  const silentSince = isExpected(lifecycle) ? await silencesOf(tx, drives) : new Map<string, Date>();
  const states = new StateChanges();
  for (const drive of drives) {
    const since = drive.sightedOnHostId === null ? undefined : silentSince.get(drive.sightedOnHostId);
    states.apply(drive, (state) => {
      if (!isExpected(lifecycle)) return withHost(state, at);
      if (drive.sightedOnHostId === null) return withoutHost(state, at);
      return since === undefined ? withHost(state, at) : withSilentHost(state, since);
    });
  }
  await states.save({ tx, changes });
}

/** Since when hosts of these drives are silent. */
async function silencesOf(tx: Transaction, drives: readonly LockedDrive[]): Promise<Map<string, Date>> {
  const ids = [...new Set(drives.flatMap(({ sightedOnHostId }) => sightedOnHostId ?? []))];
  if (ids.length === 0) return new Map();
  const hosts = await tx.host.findMany({
    where: { id: { in: ids }, notReportingSince: { not: null } },
    select: { id: true, notReportingSince: true },
    take: ids.length,
  });
  return new Map(hosts.flatMap(({ id, notReportingSince }) => (notReportingSince ? [[id, notReportingSince]] : [])));
}
