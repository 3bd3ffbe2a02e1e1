import { expect, it } from "vitest";
import { binStart } from "./bins.ts";

/** By plat_idx_to_val of fio's stat.c: 128 bins of one unit, then 64 for each doubling; the last of 29 groups ends at 2^34 ns, 17.2 s. */
it.each([
  [0, 0],
  [127, 127],
  [128, 128],
  [129, 130],
  [191, 254],
  [192, 256],
  [193, 260],
  [1855, 127 * 2 ** 27],
  [1856, 2 ** 34],
])("bin %i begins at %i", (index, start) => {
  expect(binStart(index)).toBe(start);
});
