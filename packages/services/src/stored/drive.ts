import {
  type ControllerFacts,
  type ControllerQueues,
  controllerFacts,
  controllerQueues,
  type DriveDetails,
  type DriveObservation,
  type DriveProblem,
  driveDetails,
  driveObservation,
  driveProblem,
  type NamespaceObservation,
  namespace,
  type SmartLog,
  smartLog,
} from "@crosspoint/protocol";
import { z } from "zod";

/*
 * The JSON columns of a drive, each with its one reader. What stands there was taken by the same contract, so one that
 * does not parse is a fault of ours and fails loudly, before anything is decided by it.
 */

const namespaces = z.array(namespace);

export function readController(column: unknown): ControllerFacts | undefined {
  return controllerFacts.nullish().parse(column) ?? undefined;
}

export function readNamespaces(column: unknown): NamespaceObservation[] {
  return namespaces.parse(column);
}

export function readDetails(column: unknown): DriveDetails | undefined {
  return driveDetails.nullish().parse(column) ?? undefined;
}

export function readProblem(column: unknown): DriveProblem | undefined {
  return driveProblem.nullish().parse(column) ?? undefined;
}

/** A problem as a drive keeps it: who found it, and the moment at which it was seen last. */
const foundProblem = driveProblem.extend({
  /** Only the same kind of reading can say that it is over. */
  reportedBy: z.enum(["inventory", "sample"]),
  seen: z.object({ timeMs: z.number(), hostId: z.string(), sequence: z.number().optional() }).optional(),
});
export type StoredProblem = z.infer<typeof foundProblem>;

export function readFoundProblem(column: unknown): StoredProblem | undefined {
  return column === null ? undefined : (foundProblem.nullish().parse(column) ?? undefined);
}

export function readQueues(column: unknown): ControllerQueues | undefined {
  return controllerQueues.nullish().parse(column) ?? undefined;
}

export function readSmart(column: unknown): SmartLog | undefined {
  return smartLog.nullish().parse(column) ?? undefined;
}

/** How a host that claims a drive lists it. */
export function readObservation(column: unknown): DriveObservation {
  return driveObservation.parse(column);
}
