/**
 * Statuses that say that the drive itself failed at a command, by code type and code (NVM Express Base Specification 2.0, figures 94 to
 * 98): internal errors, and those of the medium and of data integrity. A refused, invalid, aborted or denied command is no fault of
 * the drive, a failed transfer is one of its link, and what vendors' own codes mean is not known.
 */
const DEVICE_ERRORS: ReadonlySet<number> = new Set([
  0x006, // Internal error
  0x01c, // Sanitize failed
  0x280, // Write fault
  0x281, // Unrecovered read error
  0x282, // End-to-end guard check error
  0x283, // End-to-end application tag check error
  0x284, // End-to-end reference tag check error
  0x288, // End-to-end storage tag check error
  0x300, // Internal path error
  0x360, // Controller pathing error
]);

/** Whether an entry of the error log (01h) with this status (phase tag left out) tells of a fault of the drive. */
export function isDeviceError(status: number): boolean {
  return DEVICE_ERRORS.has(status & 0x7ff);
}
