import { THIN_SAMPLES_ABOVE } from "../histogram/percentiles.ts";
import { type Bound, type BoundedFigure, divideBounded } from "../units/bound.ts";
import { workloadKey } from "../workload/key.ts";
import { matchWorkloads } from "../workload/match.ts";
import { isStated, type StatedWorkload, type Workload } from "../workload/workload.ts";
import { type ComparisonMetric, isHigherBetter } from "./metrics.ts";

/** A figure of a comparison: what it is, how its source means it, and how many samples carry it. */
export interface ComparisonFigure extends BoundedFigure {
  /** For a measured percentile: the samples that stand above it. */
  readonly samplesAbove?: number | undefined;
}

/** One point of a comparison, measured by an agent or published by a source; the two are never told apart by colour alone. */
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

/**
 * Groups rows by the key of their workload, in the order in which each first appears. Measured rows share a group only
 * if all that defines their workloads is equal. A published row, whose source states less, joins every measured group
 * that agrees with what it states, and stands in one of its own where there is none.
 */
export function groupByWorkload(rows: readonly ComparisonRow[]): Map<string, ComparisonRow[]> {
  const keys = new Map<ComparisonRow, string[]>(rows.map((row) => [row, groupKeys(row, rows)]));
  const ordered = [...new Set([...keys.values()].flat())];
  return new Map(ordered.map((key) => [key, rows.filter((row) => keys.get(row)?.includes(key))]));
}

function groupKeys(row: ComparisonRow, rows: readonly ComparisonRow[]): string[] {
  if (!isStated(row.workload)) return [workloadKey(row.workload)];
  const measured = rows.filter(
    (other) => !isStated(other.workload) && matchWorkloads(row.workload, other.workload).kind === "same",
  );
  return measured.length === 0 ? [workloadKey(row.workload)] : measured.map((other) => workloadKey(other.workload));
}

export type AxisScale = "linear" | "logarithmic";

/** Ends of an axis, `min` below `max`; `empty` when no figure can be placed on it. */
export type AxisDomain =
  | { readonly kind: "empty" }
  | { readonly kind: "domain"; readonly min: number; readonly max: number };

/**
 * Ends of a value axis for these figures, in their unit. Linear begins at zero and ends at a round number; logarithmic
 * begins at the decade below the smallest figure, so that its bar has a length, and ends at the decade that holds the largest.
 */
export function axisDomain(readings: readonly MetricReading[], scale: AxisScale): AxisDomain {
  const values = readings.flatMap((reading) => (reading.kind === "figure" && reading.value > 0 ? [reading.value] : []));
  if (values.length === 0) return { kind: "empty" };
  const largest = Math.max(...values);
  if (scale === "linear") return { kind: "domain", min: 0, max: roundUp(largest) };
  return { kind: "domain", min: decadeBelow(Math.min(...values)), max: decadeAtOrAbove(largest) };
}

/** A row against the baseline, as "times the baseline"; bounds are carried through the division. */
export type BaselineRatio =
  | {
      readonly kind: "ratio";
      readonly row: ComparisonRow;
      readonly ratio: number;
      readonly bound: Bound;
      readonly better: boolean;
    }
  | { readonly kind: "missing"; readonly row: ComparisonRow };

/** Ratio of every row to the baseline row in one metric; all are missing when the baseline does not have it. */
export function ratiosToBaseline(
  rows: readonly ComparisonRow[],
  baseline: ComparisonRow,
  metric: ComparisonMetric,
): BaselineRatio[] {
  const divisor = baseline.metrics[metric];
  return rows.map((row) => {
    const dividend = row.metrics[metric];
    const quotient = dividend && divisor ? divideBounded(dividend, divisor) : undefined;
    if (quotient === undefined) return { kind: "missing", row };
    const better = isHigherBetter(metric) ? quotient.value > 1 : quotient.value < 1;
    return { kind: "ratio", row, ratio: quotient.value, bound: quotient.bound, better };
  });
}

/** Decimal exponent of a positive number; exact, where a floored logarithm may round across a power of ten. */
function exponentOf(value: number): number {
  return Number(value.toExponential().split("e")[1]);
}

function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

function decadeBelow(value: number): number {
  const decade = powerOfTen(exponentOf(value));
  return decade < value ? decade : powerOfTen(exponentOf(value) - 1);
}

function decadeAtOrAbove(value: number): number {
  const decade = powerOfTen(exponentOf(value));
  return decade < value ? powerOfTen(exponentOf(value) + 1) : decade;
}

/** Leading digits that an axis may end with. */
const ROUND_ENDS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const;

function roundUp(value: number): number {
  const decade = powerOfTen(exponentOf(value));
  return (ROUND_ENDS.find((end) => end * decade >= value) ?? 10) * decade;
}
