import type { LatencyHistogram } from "../histogram/histogram.ts";
import { type TooLittle, tooLittle } from "./result.ts";

/** Below which share of its reads each threshold must stay, in every slice (aerospike/act, Device Pass/Fail Criteria). */
export const ACT_LIMITS = [
  { threshold: "over1ms", ns: 1_000_000, percentBelow: 5 },
  { threshold: "over8ms", ns: 8_000_000, percentBelow: 1 },
  { threshold: "over64ms", ns: 64_000_000, percentBelow: 0.1 },
] as const;

export type ActThreshold = (typeof ACT_LIMITS)[number]["threshold"];

/** One slice of a run, an hour in ACT; counts of reads, from their intended start. */
export type ActSlice = { readonly isComplete: boolean; readonly reads: number } & Readonly<
  Record<ActThreshold, number>
>;

/** A row of the table. */
export type ActRow =
  | {
      readonly kind: "judged";
      readonly reads: number;
      /** Percent of the slice's reads, unrounded. */
      readonly percent: Readonly<Record<ActThreshold, number>>;
      /** Which thresholds were not kept; none is a pass. */
      readonly failed: readonly ActThreshold[];
    }
  /** Cut short, or without a read: no verdict, neither passed nor failed. */
  | { readonly kind: "notJudged"; readonly reason: "incomplete" | "noReads" };

export type ActResult =
  | {
      readonly kind: "passed" | "failed";
      readonly method: "act";
      readonly basis: { readonly judged: number; readonly slices: number };
      readonly rows: readonly ActRow[];
      /** The highest share of any judged slice, by threshold. */
      readonly worstPercent: Readonly<Record<ActThreshold, number>>;
    }
  | (TooLittle & { readonly rows: readonly ActRow[] });

/** Judges a run slice by slice: one bad hour fails it, however good the others are. Shares are judged before rounding. */
export function judgeAct(slices: readonly ActSlice[]): ActResult {
  const rows = slices.map(judgeSlice);
  const judged = rows.filter((row) => row.kind === "judged");
  if (judged.length === 0) return { ...tooLittle("reads", 1, 0), rows };
  const worst = (threshold: ActThreshold) => Math.max(...judged.map(({ percent }) => percent[threshold]));
  return {
    kind: judged.every(({ failed }) => failed.length === 0) ? "passed" : "failed",
    method: "act",
    basis: { judged: judged.length, slices: slices.length },
    rows,
    worstPercent: byThreshold(worst),
  };
}

function judgeSlice(slice: ActSlice): ActRow {
  if (!slice.isComplete) return { kind: "notJudged", reason: "incomplete" };
  if (slice.reads <= 0) return { kind: "notJudged", reason: "noReads" };
  const percent = byThreshold((threshold) => (100 * slice[threshold]) / slice.reads);
  const failed = ACT_LIMITS.filter(({ threshold, percentBelow }) => percent[threshold] >= percentBelow);
  return { kind: "judged", reads: slice.reads, percent, failed: failed.map(({ threshold }) => threshold) };
}

function byThreshold(of: (threshold: ActThreshold) => number): Record<ActThreshold, number> {
  return { over1ms: of("over1ms"), over8ms: of("over8ms"), over64ms: of("over64ms") };
}

/** Samples at or over a latency, as far as a histogram knows: the range that holds the latency may count or not. */
export function countOver(histogram: LatencyHistogram, ns: number): { readonly least: number; readonly most: number } {
  let [least, most] = [0, 0];
  for (const { lowestNs, highestNs, count } of histogram.buckets) {
    if (lowestNs >= ns) least += count;
    if (highestNs >= ns) most += count;
  }
  return { least, most };
}
