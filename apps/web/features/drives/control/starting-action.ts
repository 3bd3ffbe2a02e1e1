import type { DriveAction } from "@crosspoint/protocol";
import type { DriveDetail } from "../drive-detail";

/** What a dialog shows first: what is there now, or the mildest choice. Undefined where the drive has no namespace. */
export function startingAction(kind: DriveAction["kind"], drive: DriveDetail): DriveAction | undefined {
  const namespace = drive.namespaces[0];
  switch (kind) {
    case "setPowerState":
      return { kind, powerState: drive.controller?.currentPowerState ?? 0 };
    case "setPowerGovernor":
      return { kind, value: drive.details?.powerGovernor?.value ?? 0 };
    case "selfTest":
      return { kind, test: "short" };
    case "sanitize":
      return { kind, method: "blockErase" };
    case "setScheduler":
      return namespace && { kind, nsid: namespace.nsid, scheduler: namespace.scheduler ?? "none" };
    case "discard":
      return namespace && { kind, nsid: namespace.nsid };
    case "format":
      return (
        namespace && { kind, nsid: namespace.nsid, lbaFormat: namespace.currentLbaFormat ?? 0, secureErase: "none" }
      );
  }
}
