import { THIN_SAMPLES_ABOVE } from "../histogram/percentiles.ts";
import type { Bound, BoundedFigure } from "../units/bound.ts";
import type { StatedWorkload, Workload } from "../workload/workload.ts";
import type { ComparisonMetric } from "./metrics.ts";

/** A figure of a comparison: what it is, how its source means it, and how many samples carry it. */
export interface ComparisonFigure extends BoundedFigure {
  /** For a measured percentile: the samples that stand above it. */
  readonly samplesAbove?: number | undefined;
}

/** One point of a comparison, measured by an agent or published by a source; the two are never told apart by color alone. */
export interface ComparisonRow {
  readonly id: string;
  readonly label: string;
  readonly kind: "measured" | "published";
  /** The drive as a person names it: what a series keeps its colour by. */
  readonly drive: string;
  /** All of it where it was measured; what its source states where it was published. */
  readonly workload: Workload | StatedWorkload;
  readonly metrics: Readonly<Partial<Record<ComparisonMetric, ComparisonFigure>>>;
  /** For a published row: the id of its source in the catalog. */
  readonly sourceId?: string | undefined;
  readonly sourceUrl?: string | undefined;
  /** A remark to show beside the row's figures. */
  readonly note?: string | undefined;
}

/** A row's answer to one metric. */
export type MetricReading =
  | { readonly kind: "missing"; readonly row: ComparisonRow }
  | {
      readonly kind: "figure";
      readonly row: ComparisonRow;
      readonly value: number;
      readonly bound: Bound;
      readonly samplesAbove: number | undefined;
      /** A measured percentile with fewer than ten samples above it. */
      readonly thin: boolean;
    };

/** Reads one metric of every row, in the order given; a row that does not have it says so rather than count as zero. */
export function selectMetric(rows: readonly ComparisonRow[], metric: ComparisonMetric): MetricReading[] {
  return rows.map((row) => {
    const figure = row.metrics[metric];
    if (figure === undefined) return { kind: "missing", row };
    const { value, bound, samplesAbove } = figure;
    const thin = samplesAbove !== undefined && samplesAbove < THIN_SAMPLES_ABOVE;
    return { kind: "figure", row, value, bound, samplesAbove, thin };
  });
}
