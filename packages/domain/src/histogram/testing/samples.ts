import { type HistogramBucket, histogramOf, type LatencyHistogram } from "../histogram.ts";
import { type HistogramLayout, slotRanges } from "../layout.ts";

/** The layout of the agent: three digits from 1 ns. */
export const LAYOUT: HistogramLayout = { lowestDiscernibleNs: 1, significantDigits: 3 };

/** Records samples (whole nanoseconds) the slow and obvious way: each goes to the slot whose range holds it. */
export function histogramOfSamples(samples: readonly number[]): LatencyHistogram {
  const rangeOf = slotRanges(LAYOUT);
  const slots = new Map<number, HistogramBucket>();
  for (const sample of samples) {
    const slot = slotOf(sample);
    slots.set(slot, { ...rangeOf(slot), count: (slots.get(slot)?.count ?? 0) + 1 });
  }
  const ascending = [...slots].sort(([a], [b]) => a - b).map(([, bucket]) => bucket);
  return histogramOf(LAYOUT, ascending);
}

/** Below 2048 every nanosecond has its slot; from there each doubling of the value has 1024. */
function slotOf(ns: number): number {
  let shift = 0;
  while (Math.floor(ns / 2 ** shift) >= 2048) shift += 1;
  return Math.floor(ns / 2 ** shift) + shift * 1024;
}
