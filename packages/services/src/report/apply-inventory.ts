import { identityText, type LockedDrive } from "@crosspoint/db/queries/lock-drives";
import { updateObservedDrives } from "@crosspoint/db/queries/update-drives";
import type { AgentEventOf, DriveObservation, NamespaceObservation } from "@crosspoint/protocol";
import { trimIdentity } from "./drive-identity.ts";
import { type DriveState, limitsOf, withLimits, withoutProblem, withProblem } from "./drive-state.ts";
import { knownNamespaces } from "./known-namespaces.ts";
import { LockedDrives, saveStates, stateOf } from "./locked-drives.ts";
import { type Moment, momentOf, notNewer } from "./moment.ts";
import { offerScratchFiles } from "./offer-scratch-files.ts";
import { placeDrives } from "./place-drives.ts";
import type { IngestScope } from "./scope.ts";

/** A drive that the inventory lists, beside what is stored of it. */
export interface ListedDrive {
  readonly stored: LockedDrive;
  readonly observed: DriveObservation;
}

/** Makes the host's drives and scratch files what the inventory says; one that is older than the last changes nothing. */
export async function applyInventory(scope: IngestScope, event: AgentEventOf<"inventory">): Promise<void> {
  const at = new Date(event.timeMs);
  const taken = await scope.tx.host.updateMany({
    where: { id: scope.hostId, ...notNewer("inventory", event) },
    data: { inventoryAt: at, inventorySequence: event.sequence ?? null },
  });
  if (taken.count === 0) return;
  const observed = oncePerIdentity(event.drives);
  const drives = await LockedDrives.lock(
    scope,
    observed.map((drive) => drive.identity),
    at,
  );
  const listed = observed.map((drive): ListedDrive => ({ stored: drives.get(drive.identity), observed: drive }));
  const here = await placeDrives(scope, listed, at);
  await describeDrives(scope, here, momentOf(scope.hostId, event));
  await offerScratchFiles(scope, event.scratchFiles, at);
  scope.changes.host(scope.hostId);
}

/** A drive with two controllers is one drive; its first controller stands for it. */
function oncePerIdentity(drives: readonly DriveObservation[]): DriveObservation[] {
  const byIdentity = new Map<string, DriveObservation>();
  for (const drive of drives.toSorted((a, b) => (a.controllerName < b.controllerName ? -1 : 1))) {
    const key = identityText(trimIdentity(drive.identity));
    if (!byIdentity.has(key)) byIdentity.set(key, drive);
  }
  return [...byIdentity.values()];
}

async function describeDrives(scope: IngestScope, listed: readonly ListedDrive[], moment: Moment): Promise<void> {
  if (listed.length === 0) return;
  const rows = listed.map(({ stored, observed }) => ({
    id: stored.id,
    firmware: observed.firmware.trim(),
    capacityBytes: capacityOf(observed),
    controller: observed.controller === undefined ? undefined : JSON.stringify(observed.controller),
    namespaces: JSON.stringify(knownNamespaces(stored.namespaces as NamespaceObservation[], observed)),
  }));
  await updateObservedDrives(scope.tx, rows, moment.time);
  const changes = listed.map(({ stored, observed }) => {
    const before = stateOf(stored);
    return { driveId: stored.id, before, after: stateAfter(before, stored.model, observed, moment) };
  });
  await saveStates(scope, changes);
}

function stateAfter(before: DriveState, model: string, observed: DriveObservation, moment: Moment): DriveState {
  const state =
    observed.problem === undefined
      ? withoutProblem(before, "inventory", moment)
      : withProblem(before, { ...observed.problem, reportedBy: "inventory" }, moment);
  return observed.controller === undefined
    ? state
    : withLimits(state, limitsOf(model, observed.controller), moment.time);
}

const largestBigint = 2n ** 63n - 1n;

/** What the controller states, else the sum of its namespaces; unknown where neither is a size that can be. */
function capacityOf({ controller, namespaces }: DriveObservation): bigint | undefined {
  const stated = BigInt(controller?.totalCapacityBytes ?? 0);
  const sum = namespaces.reduce((total, namespace) => total + BigInt(namespace.sizeBytes), 0n);
  const capacity = stated > 0n ? stated : sum;
  return capacity > 0n && capacity <= largestBigint ? capacity : undefined;
}
