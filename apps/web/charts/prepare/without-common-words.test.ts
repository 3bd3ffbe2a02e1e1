import { expect, it } from "vitest";
import { withoutCommonWords } from "./without-common-words.ts";

it.each<[readonly string[], readonly string[]]>([
  [
    ["Intel P4800X, reads", "Intel P3700, reads"],
    ["P4800X", "P3700"],
  ],
  [
    ["Drive 1 reads", "Drive 12 reads"],
    ["1", "12"],
  ],
  [["QEMU NVMe Ctrl"], ["QEMU NVMe Ctrl"]],
  // What one of them is called is not cut to its last word.
  [
    ["QEMU NVMe Ctrl", "QEMU NVMe Ctrl EMULATED-01"],
    ["QEMU NVMe Ctrl", "QEMU NVMe Ctrl EMULATED-01"],
  ],
  [
    ["reads", "P4800X, reads"],
    ["reads", "P4800X, reads"],
  ],
])("%o are told apart as %o", (texts, told) => {
  expect(withoutCommonWords(texts)).toEqual(told);
});
