import type { Bound } from "../units/bound.ts";
import type { StatedWorkload, Workload } from "../workload/workload.ts";
import type { ComparedMetric } from "./metrics.ts";

/** Most series of a comparison, and points of each: what a person can still take in, and a page can draw. */
export const COMPARED_SERIES_MAX = 12;
export const COMPARED_POINTS_MAX = 64;

/** How points find each other: by all that defines them, or by pattern, mix, sizes and depth alone. */
export const COMPARISON_MATCHES = ["exact", "load"] as const;
export type ComparisonMatch = (typeof COMPARISON_MATCHES)[number];

/** Of a mix, `both` counts reads and writes together. */
export type ComparedDirection = "read" | "write" | "both";

/** One row of a comparison: a load that at least one series measured or states. */
export interface ComparedPoint {
  readonly key: string;
  /** The load in words, with what sets it apart from a like one. */
  readonly words: string;
  readonly workload: Workload | StatedWorkload;
  readonly pattern: string;
  /** Absent of a mix of sizes. */
  readonly blockBytes?: number;
  readonly readPercent: number;
  /** Outstanding operations of all threads together. */
  readonly depth: number;
  readonly threads: number;
  readonly direction: ComparedDirection;
}

/** What a series has at a point; `point` and `series` are places in the comparison's lists. */
export type ComparedCell = FigureCell | MissingCell;

export interface FigureCell extends ComparedFigures {
  readonly kind: "figure";
  readonly point: number;
  readonly series: number;
}

export interface MissingCell {
  readonly kind: "missing";
  readonly point: number;
  readonly series: number;
  /** Place in the comparison's reasons. */
  readonly reason: number;
}

export interface ComparedFigures {
  readonly metrics: Readonly<Partial<Record<ComparedMetric, number>>>;
  /** Of published figures that are not exact. */
  readonly bounds?: Readonly<Partial<Record<ComparedMetric, Bound>>>;
  /** Of published figures: exactly as the source prints them. */
  readonly printed?: Readonly<Partial<Record<ComparedMetric, PrintedText>>>;
  /** Of measured ones: how many operations the latencies are of. */
  readonly operations?: number;
  /** How many points' histograms were merged, where it is more than one. */
  readonly merged?: number;
  /** Of how many runs those points are, where it is more than one. */
  readonly mergedRuns?: number;
  /** Which of several points of its run they are: "rounds 6 to 10, steady". */
  readonly of?: string;
  readonly warnings?: readonly string[];
  /** The point itself, where it is one. */
  readonly ref?: ComparedRef;
  /** A remark of the catalog on published figures: what their MB/s are not. */
  readonly note?: string;
  /** Of published ones whose source leaves a part of the load open or states it otherwise: why they stand here. */
  readonly placed?: string;
}

export interface PrintedText {
  readonly text: string;
  readonly unit: string;
}

export interface ComparedRef {
  readonly runId: string;
  readonly sequence: number;
  readonly direction: ComparedDirection;
}

/** Two series or more side by side, point by point. */
export interface ComparedGrid {
  readonly points: readonly ComparedPoint[];
  readonly cells: readonly ComparedCell[];
  /** Why cells are missing; each once. */
  readonly reasons: readonly string[];
  /** What was left out of account to put points side by side, in words; empty where nothing was. */
  readonly ignored: readonly string[];
}

/** What a source may state of a load; a published row stands beside measured ones that agree with it. */
export interface PublishedLoad {
  readonly workload: StatedWorkload;
  /** "steady state". */
  readonly condition?: string | undefined;
}
