import type { Transaction } from "@crosspoint/db";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { type AgentEventOf, protocolLimits } from "@crosspoint/protocol";
import { momentOf, notNewer } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/** Keeps what the host says of itself; an older word, delivered late, does not undo a newer. */
export async function applyEnvironment(scope: IngestScope, event: AgentEventOf<"environment">): Promise<void> {
  const moment = momentOf(scope, event);
  const before = await scope.tx.host.findUnique({ where: { id: scope.hostId }, select: { hostname: true } });
  const { count } = await scope.tx.host.updateMany({
    where: { id: scope.hostId, ...notNewer("environment", moment) },
    data: {
      hostname: event.hostname,
      agentVersion: event.agentVersion,
      environment: event,
      environmentAt: moment.time,
      environmentSequence: event.sequence ?? null,
    },
  });
  if (count === 0) return;
  scope.changes.host(scope.hostId);
  await renameInLists(scope, { before: before?.hostname, now: event.hostname });
}

/** Lists and the search know the host's drives by its new name, and those that were in it last. */
async function renameInLists(
  { tx, hostId }: IngestScope,
  { before, now }: { readonly before: string | undefined; readonly now: string },
): Promise<void> {
  const here = await tx.driveState.findMany({
    where: { hostId, hostname: { not: now } },
    select: { driveId: true },
    take: protocolLimits.drivesPerHost,
  });
  const left = before === undefined || before === now ? [] : await renameLast(tx, hostId, { before, now });
  if (here.length + left.length === 0) return;
  await refreshDriveLists(
    tx,
    [...here, ...left].map(({ driveId }) => driveId),
  );
}

async function renameLast(
  tx: Transaction,
  hostId: string,
  { before, now }: { readonly before: string; readonly now: string },
): Promise<{ driveId: string }[]> {
  return tx.driveState.updateManyAndReturn({
    where: { hostId: null, hostname: before, drive: { sightings: { some: { hostId } } } },
    data: { hostname: now },
    select: { driveId: true },
  });
}
