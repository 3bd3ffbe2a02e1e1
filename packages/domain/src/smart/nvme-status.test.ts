import { expect, it } from "vitest";
import { nvmeStatusText } from "./nvme-status.ts";

it.each([
  [0x281, "Unrecovered read error (type 2h, code 81h)"],
  // More (bit 13) and Do Not Retry (bit 14) are no part of the code.
  [0x4002, "Invalid field in command (type 0h, code 02h)"],
  [0x10e, "Feature not changeable (type 1h, code 0Eh)"],
  [0x2ff, "Unnamed media and data integrity status (type 2h, code FFh)"],
  [0x7c0, "Unnamed vendor specific status (type 7h, code C0h)"],
])("%i is %s", (status, text) => {
  expect(nvmeStatusText(status)).toBe(text);
});
