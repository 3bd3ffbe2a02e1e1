import type { DriveIdentity } from "@crosspoint/protocol";

/** The identity as it is kept: trimmed, letter case as the drive gives it. */
export function trimIdentity({ pciVendorId, model, serial }: DriveIdentity): DriveIdentity {
  return { pciVendorId, model: model.trim(), serial: serial.trim() };
}
