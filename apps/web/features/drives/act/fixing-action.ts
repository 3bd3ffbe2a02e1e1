import type { FindingFix } from "@crosspoint/domain";
import type { DriveAction } from "@crosspoint/protocol";
import { limitingAction } from "../control/limiting-action";
import type { DriveDetail } from "../drive-detail";

/** What a finding's fix asks of the drive; undefined where there is nothing to ask for any more. */
export function fixingAction(fix: FindingFix, drive: DriveDetail): DriveAction | undefined {
  switch (fix.kind) {
    case "format":
      return { kind: "format", nsid: fix.nsid, lbaFormat: fix.lbaFormat, secureErase: "none" };
    case "setScheduler": {
      const other = drive.namespaces.find(({ scheduler = "none" }) => scheduler !== "none");
      return other && { kind: "setScheduler", nsid: other.nsid, scheduler: "none" };
    }
    case "limitPower":
      return limitingAction(drive);
  }
}
