import { expect, it } from "vitest";
import { withoutCommonParts, withoutCommonWords } from "./without-common-words.ts";

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

it.each<[readonly string[], readonly string[]]>([
  [
    ["P4800X 001673, 4 KiB random read, QD1", "P3700 001950, 4 KiB random read, QD16"],
    ["P4800X 001673, QD1", "P3700 001950, QD16"],
  ],
  // Wherever the part stands.
  [
    ["P4800X, 11-21 14:03, QD1", "P3700, QD1"],
    ["P4800X, 11-21 14:03", "P3700"],
  ],
  [
    ["reads", "P4800X, reads"],
    ["reads", "P4800X, reads"],
  ],
  [["P4800X, QD1"], ["P4800X, QD1"]],
])("%o have the parts %o of their own", (texts, told) => {
  expect(withoutCommonParts(texts)).toEqual(told);
});
