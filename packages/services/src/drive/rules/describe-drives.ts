import type { LockedDrive } from "@crosspoint/db/queries/lock-drives";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { updateObservedDrives } from "@crosspoint/db/queries/update-drives";
import type { DriveObservation } from "@crosspoint/protocol";
import {
  type DriveState,
  limitsOf,
  withHost,
  withLimits,
  withoutProblem,
  withProblem,
} from "../../health/rules/drive-state.ts";
import { StateChanges } from "../../health/rules/stored-state.ts";
import { readNamespaces } from "../../stored/drive.ts";
import type { Moment } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { knownNamespaces } from "./known-namespaces.ts";

/** A drive that the inventory lists, beside what is stored of it. */
export interface ListedDrive {
  readonly stored: LockedDrive;
  readonly observed: DriveObservation;
}

/** Keeps what the host that has the drives says of them. */
export async function describeDrives(
  scope: IngestScope,
  listed: readonly ListedDrive[],
  moment: Moment,
): Promise<void> {
  if (listed.length === 0) return;
  const rows = listed.map(({ stored, observed }) => ({
    id: stored.id,
    firmware: observed.firmware.trim(),
    capacityBytes: capacityOf(observed),
    controller: observed.controller === undefined ? undefined : JSON.stringify(observed.controller),
    namespaces: JSON.stringify(knownNamespaces(readNamespaces(stored.namespaces), observed)),
  }));
  for (const id of await updateObservedDrives(scope.tx, rows, moment)) scope.changes.drive(id);
  const changes = new StateChanges();
  for (const { stored, observed } of listed) {
    changes.apply(stored, (state) => observedState(state, stored.model, observed, moment));
  }
  await changes.save(scope);
  await refreshDriveLists(
    scope.tx,
    listed.map(({ stored }) => stored.id),
  );
}

function observedState(stored: DriveState, model: string, observed: DriveObservation, moment: Moment): DriveState {
  const before = withHost(stored, moment.time);
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
