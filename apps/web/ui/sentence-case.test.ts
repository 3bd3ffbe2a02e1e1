import { expect, it } from "vitest";
import { sentenceCase } from "./sentence-case.ts";

it.each([
  ["cancelled by ada@example.com", "Cancelled by ada@example.com"],
  ["the power governor 2 could not be set", "The power governor 2 could not be set"],
  ["a: b", "A: b"],
  ["nvme0n1 is mounted", "nvme0n1 is mounted"],
  ["uring-bench exited with 3", "uring-bench exited with 3"],
  ["/dev/nvme0n1 went away", "/dev/nvme0n1 went away"],
  ["stor-7: no answer", "stor-7: no answer"],
  ["", ""],
])("%s", (text, title) => {
  expect(sentenceCase(text)).toBe(title);
});
