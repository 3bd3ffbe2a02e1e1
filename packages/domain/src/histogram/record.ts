import { type HistogramBucket, histogramOf, type LatencyHistogram } from "./histogram.ts";
import { type HistogramLayout, slotOf, slotRanges } from "./layout.ts";

/** The layout of the agent's histograms: three digits from 1 ns. What is counted anew has it, so that it can be merged with measured ones. */
export const agentLayout: HistogramLayout = { lowestDiscernibleNs: 1, significantDigits: 3 };

/** Values (whole nanoseconds) with how many times each was counted, as a histogram of the agent's layout. */
export function histogramOfCounts(counts: Iterable<readonly [ns: number, count: number]>): LatencyHistogram {
  const rangeOf = slotRanges(agentLayout);
  const slots = new Map<number, HistogramBucket>();
  for (const [ns, count] of counts) {
    if (count === 0) continue;
    const slot = slotOf(agentLayout, ns);
    slots.set(slot, { ...rangeOf(slot), count: (slots.get(slot)?.count ?? 0) + count });
  }
  const ascending = [...slots].sort(([a], [b]) => a - b).map(([, bucket]) => bucket);
  return histogramOf(agentLayout, ascending);
}
