import { keptPercentile, percentileSampleNote } from "../histogram/percentiles.ts";
import type { Bound } from "../units/bound.ts";
import type { ComparedFigures } from "./comparison.ts";
import { type ComparedMetric, percentileOf } from "./metrics.ts";

/** What figures answer to one metric. */
export type CellReading =
  | {
      readonly kind: "figure";
      readonly value: number;
      readonly bound: Bound;
      /** Of a measured percentile: the samples above it. */
      readonly samplesAbove: number | undefined;
      /** Fewer than ten of them: an indication. */
      readonly thin: boolean;
    }
  | { readonly kind: "missing"; readonly reason: string };

/** Reads one metric of what a series has at a point; what it does not have says why, and is no zero. */
export function readCell(figures: ComparedFigures, metric: ComparedMetric): CellReading {
  const value = figures.metrics[metric];
  if (value === undefined) return { kind: "missing", reason: whyMissing(figures, metric) };
  const { operations } = figures;
  const percentile = percentileOf(metric);
  const reading =
    percentile === undefined || operations === undefined ? undefined : keptPercentile(percentile, value, operations);
  const bound = figures.bounds?.[metric] ?? "exact";
  if (reading?.kind !== "value") return { kind: "figure", value, bound, samplesAbove: undefined, thin: false };
  return { kind: "figure", value, bound, samplesAbove: reading.samplesAbove, thin: reading.thin };
}

function whyMissing({ operations }: ComparedFigures, metric: ComparedMetric): string {
  if (metric === "iopsPerWatt") return NO_WATTS;
  if (operations === undefined) return "Not published.";
  const percentile = percentileOf(metric);
  if (percentile !== undefined) {
    const needed = keptPercentile(percentile, undefined, operations);
    if (needed.kind === "tooFewSamples" && operations >= needed.samplesNeeded) return NO_HISTOGRAM;
    return percentileSampleNote(needed) ?? "Too few samples.";
  }
  if (metric === "iopsPerCpu") return "The CPU time of these operations is not known.";
  return operations === 0 ? "No operation completed." : "Not measured.";
}

const NO_HISTOGRAM = "Its source has no histogram that this could be read from.";

/** Agents report power limits; nothing reports the power that was drawn. */
export const NO_WATTS = "No drive or host reports the power that it draws.";
