import type { LatencyHistogram } from "./histogram.ts";
import { middleNs } from "./layout.ts";

/** One bar of a distribution on a logarithmic axis: from `fromNs` up to, not including, `toNs`. */
export interface DistributionBin {
  readonly fromNs: number;
  readonly toNs: number;
  readonly count: number;
}

/** Most bins a decade is split into: finer than the three digits a histogram keeps would show its own grid. */
const BINS_PER_DECADE_LIMIT = 100;

/**
 * Counts samples in bins that are equally wide on a logarithmic axis, from the first bin with a sample to the last,
 * the empty ones between included. A bin edge inside a recorded range gives the whole range to the bin of its middle.
 * Samples of 0 ns, which a logarithm cannot place, count as 1 ns.
 *
 * @param binsPerDecade 1 to 100.
 */
export function distribution(histogram: LatencyHistogram, binsPerDecade: number): DistributionBin[] {
  if (!Number.isInteger(binsPerDecade) || binsPerDecade < 1 || binsPerDecade > BINS_PER_DECADE_LIMIT) {
    throw new RangeError(`binsPerDecade must be a whole number from 1 to ${BINS_PER_DECADE_LIMIT}: ${binsPerDecade}`);
  }
  const edge = (bin: number) => 10 ** (bin / binsPerDecade);
  const counts = new Map<number, number>();
  for (const bucket of histogram.buckets) {
    const bin = binOf(Math.max(middleNs(bucket), 1), binsPerDecade, edge);
    counts.set(bin, (counts.get(bin) ?? 0) + bucket.count);
  }
  if (counts.size === 0) return [];
  const first = Math.min(...counts.keys());
  const length = Math.max(...counts.keys()) - first + 1;
  return Array.from({ length }, (_, offset) => {
    const bin = first + offset;
    return { fromNs: edge(bin), toNs: edge(bin + 1), count: counts.get(bin) ?? 0 };
  });
}

/** The logarithm may round across an edge; the edges themselves decide. */
function binOf(ns: number, binsPerDecade: number, edge: (bin: number) => number): number {
  const guess = Math.floor(Math.log10(ns) * binsPerDecade);
  if (ns < edge(guess)) return guess - 1;
  return ns < edge(guess + 1) ? guess : guess + 1;
}
