import type { LatencyHistogram } from "../../histogram/histogram.ts";
import { histogramOfCounts } from "../../histogram/record.ts";
import { countedExactly } from "../exact-counts.ts";
import type { Field } from "../json/field.ts";
import { ImportProblem, quoted } from "../problem.ts";

/**
 * fio counts latencies in bins (stat.h, "plat"): below 128 units each value has its own, from there every doubling has 64.
 * It writes the middle of a bin, which is thus at most half of 1/64 from what was measured.
 */
export const fioBinError = 1 / 128;
const binsPerDoubling = 64;

/** Bins of fio by their values, as a histogram: each count goes where its bin's middle lies. */
export function histogramOfBins(bins: Field, unitNs: number): LatencyHistogram {
  const counts = bins.fields().map(([name, field]) => {
    const value = /^\d{1,15}$/.test(name) ? Number(name) : Number.NaN;
    if (!isBin(value)) throw new ImportProblem(field.path, `${quoted(name)} is no bin of fio.`);
    return [value * unitNs, field.count()] as const;
  });
  return countedExactly(bins.path, () => histogramOfCounts(counts));
}

/** Where a bin begins, by its number (plat_idx_to_val without the half); the next one begins where it ends. */
export function binStart(index: number): number {
  if (index < 2 * binsPerDoubling) return index;
  const shift = Math.floor(index / binsPerDoubling) - 1;
  return 2 ** (shift + 6) + (index % binsPerDoubling) * 2 ** shift;
}

function isBin(value: number): boolean {
  if (!Number.isSafeInteger(value)) return false;
  if (value < 2 * binsPerDoubling) return true;
  const shift = Math.floor(Math.log2(value)) - 6;
  return value % 2 ** shift === 2 ** (shift - 1);
}
