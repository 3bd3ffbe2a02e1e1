import type { ComparedRow } from "@crosspoint/db/queries/compared-points";
import {
  type Bound,
  type ComparedMetric,
  differenceBasis,
  divideBounded,
  metricOf,
  type PlacedEntries,
  readCell,
  type SeriesEntry,
  tooLittleWords,
} from "@crosspoint/domain";
import { type ComparedRun, differenceOf } from "@crosspoint/domain/analysis";
import type { MeasuredCell } from "./measured-cell.ts";
import { highest, meanOfRuns, perCpu, weightedMean } from "./merge-figures.ts";
import type { ReadSeries } from "./read-entries.ts";
import { isMeanOfSeconds, type SecondsOfPoints } from "./read-seconds.ts";

/** A series against the baseline at one row; `point` and `series` are places in the comparison's lists. */
export type DifferenceCell = {
  readonly point: number;
  readonly series: number;
} & (
  | {
      readonly kind: "difference";
      readonly verdict: "faster" | "slower" | "noise";
      /** Of the baseline's figure, above 0 where this one is larger, whether that is better or not. */
      readonly percent: number;
      /** Of the percentage. */
      readonly interval: { readonly low: number; readonly high: number };
      readonly confidence: number;
      /** Method and data, in words. */
      readonly basis: string;
    }
  | {
      readonly kind: "tooLittle";
      /** The plain quotient of the two figures: how sure it is, is not known. */
      readonly percent: number;
      /** Of the percentage, where a source gives only a bound. */
      readonly bound?: Bound;
      readonly reason: string;
    }
);

/** From so many runs a side on, the runs are compared, and their seconds are not needed. */
const runsAlone = 4;

/** Two sides of one row whose difference is asked for. */
export interface ComparedPair {
  readonly point: number;
  readonly series: number;
  readonly a: Side;
  readonly b: Side;
}

interface Side {
  readonly entry: SeriesEntry;
  /** Undefined of a published one. */
  readonly cell: MeasuredCell | undefined;
}

/** Every row at which both the baseline and another series have the metric. */
export function pairsOf(
  read: readonly ReadSeries[],
  { points, at }: PlacedEntries,
  baseline: number,
  metric: ComparedMetric,
): ComparedPair[] {
  const sideOf = (point: number, series: number): Side | undefined => {
    const entry = at(point, series);
    if (entry === undefined || !("figures" in entry.content)) return undefined;
    if (readCell(entry.content.figures, metric).kind === "missing") return undefined;
    return { entry, cell: read[series]?.cellOf.get(entry) };
  };
  return points.flatMap((_, point) => {
    const a = sideOf(point, baseline);
    return read.flatMap((_series, series) => {
      const b = series === baseline ? undefined : sideOf(point, series);
      return a === undefined || b === undefined ? [] : [{ point, series, a, b }];
    });
  });
}

/** The rows whose seconds decide: of sides with too few runs to compare those. */
export function rowsBySeconds(pairs: readonly ComparedPair[]): ComparedRow[] {
  return pairs.flatMap(({ a, b }) => {
    if (a.cell === undefined || b.cell === undefined) return [];
    return Math.min(runsIn(a.cell), runsIn(b.cell)) >= runsAlone ? [] : [...a.cell.rows, ...b.cell.rows];
  });
}

function runsIn({ rows }: MeasuredCell): number {
  return new Set(rows.map(({ runId }) => runId)).size;
}

/** What is known of one pair; undefined where the baseline's figure is 0. */
export function differenceCell(
  { point, series, a, b }: ComparedPair,
  metric: ComparedMetric,
  seconds: SecondsOfPoints,
): DifferenceCell | undefined {
  const plain = quotientOf(a.entry, b.entry, metric);
  if (plain === undefined) return undefined;
  const place = { point, series };
  if (a.cell === undefined || b.cell === undefined) {
    return { ...place, kind: "tooLittle", ...plain, reason: NO_REPEATS };
  }
  const { better } = metricOf(metric);
  const difference = differenceOf(runsOf(a.cell, metric, seconds), runsOf(b.cell, metric, seconds), better);
  if (difference.kind === "tooLittle") {
    return { ...place, kind: "tooLittle", ...plain, reason: tooLittleWords(difference, isMeanOfSeconds(metric)) };
  }
  const { percent, percentInterval: interval, confidence, verdict } = difference;
  const basis = differenceBasis(difference);
  return { ...place, kind: "difference", verdict, percent, interval, confidence, basis };
}

const NO_REPEATS = "A source gives no repeats: how sure its figure is, is not known.";

function quotientOf(
  a: SeriesEntry,
  b: SeriesEntry,
  metric: ComparedMetric,
): { readonly percent: number; readonly bound?: Bound } | undefined {
  const [one, other] = [a, b].map((entry) =>
    "figures" in entry.content ? readCell(entry.content.figures, metric) : undefined,
  );
  if (one?.kind !== "figure" || other?.kind !== "figure") return undefined;
  const ratio = divideBounded(other, one);
  if (ratio === undefined) return undefined;
  return { percent: 100 * (ratio.value - 1), ...(ratio.bound === "exact" ? {} : { bound: ratio.bound }) };
}

/** The runs of a side, each with its figure, and its seconds where the figure is their mean. */
function runsOf({ rows, direction }: MeasuredCell, metric: ComparedMetric, seconds: SecondsOfPoints): ComparedRun[] {
  return [...Map.groupBy(rows, ({ runId }) => runId).values()].flatMap((own) => {
    const value = valueOfRun(own, metric, direction);
    const each = seconds.of(own, metric);
    return value === undefined ? [] : [{ value, ...(each === undefined ? {} : { seconds: each }) }];
  });
}

/** One run's own figure; of several rounds or directions there is no percentile but that of their histograms together. */
function valueOfRun(
  rows: readonly ComparedRow[],
  metric: ComparedMetric,
  direction: MeasuredCell["direction"],
): number | undefined {
  switch (metric) {
    case "iops":
      return meanOfRuns(rows, ({ iops }) => iops);
    case "bytesPerSecond":
      return meanOfRuns(rows, ({ bytesPerSecond }) => bytesPerSecond);
    case "latencyNsMean":
      return weightedMean(rows);
    case "latencyNsMax":
      return highest(rows);
    case "iopsPerCpu":
      return perCpu(rows, direction);
    case "iopsPerWatt":
      return undefined;
    default:
      return rows.length === 1 ? (rows[0]?.[metric] ?? undefined) : undefined;
  }
}
