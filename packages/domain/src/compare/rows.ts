import type { BoundedFigure } from "../units/bound.ts";
import type { StatedWorkload } from "../workload/workload.ts";
import type { ComparisonMetric } from "./metrics.ts";

/** A published row that can stand beside measured points: what it states of its load and drive, and its figures in base units. */
export interface ComparisonRow {
  readonly id: string;
  readonly label: string;
  /** The drive as its source names it. */
  readonly drive: string;
  readonly workload: StatedWorkload;
  readonly metrics: Readonly<Partial<Record<ComparisonMetric, BoundedFigure>>>;
  readonly sourceId: string;
  readonly sourceUrl: string | undefined;
  /** A remark to show beside the row's figures. */
  readonly note?: string | undefined;
}
