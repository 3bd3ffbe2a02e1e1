import type { DriveAction } from "@crosspoint/protocol";
import type { DriveDetail } from "../drive-detail";

/** Whether a setting is what the drive said last that it has. What is not known may be set. */
export function changesNothing(drive: DriveDetail, action: DriveAction): boolean {
  switch (action.kind) {
    case "setPowerState":
      return action.workloadHint === undefined && action.powerState === drive.controller?.currentPowerState;
    case "setPowerGovernor":
      return action.value === drive.details?.powerGovernor?.value;
    case "setScheduler":
      return drive.namespaces.some(({ nsid, scheduler }) => nsid === action.nsid && scheduler === action.scheduler);
    case "selfTest":
    case "format":
    case "sanitize":
    case "discard":
      return false;
  }
}
