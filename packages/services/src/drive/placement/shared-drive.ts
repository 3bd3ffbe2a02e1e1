import type { DriveObservation } from "@crosspoint/protocol";
import { readController } from "../../stored/drive.ts";

/** What is stored of a drive from the host that holds it. */
export interface HeldDrive {
  readonly controller: unknown;
  readonly sightedTransport: string | null;
}

const fabrics: ReadonlySet<string> = new Set(["tcp", "rdma", "fc"]);

/**
 * Whether a second host reaches the very drive that another holds: through another controller of the same subsystem,
 * which says that it has several (CMIC) or is reached over a network on both sides. It is said by the newcomer too, so
 * it changes what is shown, and never whose word counts.
 */
export function isShared(held: HeldDrive, observed: DriveObservation): boolean {
  const [there, here] = [readController(held.controller), observed.controller];
  if (there === undefined || here === undefined) return false;
  const subsystem = here.subsystemNqn.trim();
  if (subsystem === "" || there.subsystemNqn.trim() !== subsystem || there.controllerId === here.controllerId) {
    return false;
  }
  const overNetwork = fabrics.has(held.sightedTransport ?? "") && fabrics.has(observed.transport);
  return overNetwork || (there.severalControllers === true && here.severalControllers === true);
}
