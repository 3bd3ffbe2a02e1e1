import { encodeHistogram } from "@crosspoint/domain";

/** A .hlog of 1.9 MB that keeps to every limit, and takes many seconds of a processor to add up. */
export function hostileLog(): string {
  const buckets = Array.from({ length: 1000 }, (_, ns) => ({ lowestNs: ns, highestNs: ns, count: 1 }));
  const layout = { significantDigits: 5, lowestDiscernibleNs: 1 };
  const histogram = encodeHistogram({ layout, buckets, totalCount: buckets.length });
  const lines = Array.from({ length: 20_000 }, (_, at) => `Tag=${at % 1000}.read,${at}.0,1.0,1.0,${histogram}`);
  return ["#[Unit of values: ns]", ...lines].join("\n");
}
