import { expect, it } from "vitest";
import { isDeviceError } from "./device-error.ts";

it.each([
  [0x006, true], // Internal error
  [0x281, true], // Unrecovered read error
  [0x2280, true], // Write fault, more information available
  [0x282, true], // Guard check error
  [0x4002, false], // Invalid field
  [0x2002, false], // The same with More: a kernel that asks for what the drive does not have
  [0x001, false], // Invalid opcode
  [0x004, false], // Data transfer error: the link
  [0x007, false], // Abort requested
  [0x080, false], // LBA out of range
  [0x020, false], // Namespace is write protected
  [0x109, false], // Invalid log page
  [0x285, false], // Compare failure: what a compare is for
  [0x286, false], // Access denied: locked
  [0x287, false], // Deallocated block
  [0x2c0, false], // Vendor specific
  [0x7c0, false], // Vendor specific
  [0x000, false], // Success
])("status %i of a drive's fault: %s", (status, expected) => {
  expect(isDeviceError(status)).toBe(expected);
});
