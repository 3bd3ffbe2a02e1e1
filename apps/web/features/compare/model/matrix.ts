import {
  type Bound,
  type ComparisonFigure,
  type ComparisonMetric,
  divideBounded,
  type StatedWorkload,
  THIN_SAMPLES_ABOVE,
  type Workload,
} from "@crosspoint/domain";

/** What a comparison draws: series beside each other in points of load, with a figure or a reason for each of the two. */
export interface Matrix {
  readonly series: readonly MatrixSeries[];
  readonly points: readonly MatrixPoint[];
  /** By point, then by series, in their orders. */
  readonly cells: readonly (readonly MatrixCell[])[];
}

export interface MatrixSeries {
  readonly id: string;
  /** The drive, and what tells it from another series of that drive. */
  readonly name: string;
  /** The end of `name` that is never cut. */
  readonly detail: string | undefined;
  readonly color: string;
  readonly isPublished: boolean;
}

export interface MatrixPoint {
  readonly key: string;
  readonly workload: Workload | StatedWorkload;
  /** Of a mix, whose operations these are. */
  readonly direction: "read" | "write";
}

export type MatrixCell =
  | {
      readonly kind: "figure";
      readonly metrics: Readonly<Partial<Record<ComparisonMetric, ComparisonFigure>>>;
      /** Operations that the figures rest on; not known of a published one. */
      readonly operations: number | undefined;
      /** Where it is from, in words: "AnandTech, 2017", "vault-7, 2026-11-21". */
      readonly source: string;
    }
  | { readonly kind: "missing"; readonly reason: string };

/** A cell's answer to one metric. */
export type Reading =
  | {
      readonly kind: "figure";
      readonly value: number;
      readonly bound: Bound;
      readonly samplesAbove: number | undefined;
      /** A percentile with fewer than ten samples above it. */
      readonly thin: boolean;
    }
  | { readonly kind: "missing"; readonly reason: string };

export function cellAt({ cells }: Matrix, point: number, series: number): MatrixCell {
  return cells[point]?.[series] ?? { kind: "missing", reason: "not measured" };
}

/** One metric of a cell. Each gap has a reason; none is a zero. */
export function readCell(cell: MatrixCell, metric: ComparisonMetric, whyNot: (cell: MatrixCell) => string): Reading {
  if (cell.kind === "missing") return cell;
  const figure = cell.metrics[metric];
  if (figure === undefined) return { kind: "missing", reason: whyNot(cell) };
  const { value, bound, samplesAbove } = figure;
  return { kind: "figure", value, bound, samplesAbove, thin: (samplesAbove ?? Infinity) < THIN_SAMPLES_ABOVE };
}

/** A reading as times the baseline's; bounds are carried through the division. */
export function relativeTo(reading: Reading, baseline: Reading): Reading {
  if (reading.kind === "missing") return reading;
  if (baseline.kind === "missing") return { kind: "missing", reason: `the baseline has none: ${baseline.reason}` };
  const quotient = divideBounded(reading, baseline);
  if (quotient === undefined) return { kind: "missing", reason: "the baseline is zero" };
  return { ...reading, ...quotient, thin: reading.thin || baseline.thin };
}
