import {
  type AxisScale,
  axisDomain,
  type Bound,
  bytesPerSecondPer,
  type ComparisonMetric,
  type ComparisonRow,
  chooseLatencyUnit,
  chooseThroughputUnit,
  describeWorkload,
  formatIops,
  formatLatency,
  formatThroughput,
  groupByWorkload,
  isHigherBetter,
  type LatencyUnit,
  type MetricReading,
  nanosecondsPer,
  type Quantity,
  selectMetric,
  type ThroughputUnit,
} from "@crosspoint/domain";
import type { ChartTable } from "./csv.ts";
import { logAxisBetween } from "./log-axis.ts";
import { linearValueAxis, type ValueAxis } from "./value-axis.ts";

/** How a bar ends: at its figure, or with an arrow where the source gives only a bound. */
export type BarEnd = "exact" | "about" | "reachesHigher" | "staysLower";

export interface ComparisonBar {
  readonly rowId: string;
  readonly label: string;
  readonly drive: string;
  readonly kind: "measured" | "published";
  /** In the metric's own unit: operations/s, bytes/s or nanoseconds. */
  readonly value: number;
  readonly bound: Bound;
  readonly end: BarEnd;
  readonly samplesAbove: number | undefined;
  readonly thin: boolean;
  readonly sourceId: string | undefined;
}

export interface ComparisonGroup {
  readonly workloadKey: string;
  readonly title: string;
  readonly bars: readonly ComparisonBar[];
  /** Rows of this workload that do not have the metric; named, never drawn as zero. */
  readonly missing: readonly { readonly rowId: string; readonly label: string }[];
}

export type ComparisonChart =
  | { readonly kind: "empty"; readonly missing: readonly string[] }
  | {
      readonly kind: "chart";
      readonly metric: ComparisonMetric;
      readonly groups: readonly ComparisonGroup[];
      readonly axis: ValueAxis;
      readonly unit: string;
      readonly higherIsBetter: boolean;
      readonly table: ChartTable;
    };

/** One metric of every row, grouped by workload, all groups on one scale. */
export function prepareComparisonBars(
  rows: readonly ComparisonRow[],
  metric: ComparisonMetric,
  scale: AxisScale,
): ComparisonChart {
  const readings = selectMetric(rows, metric);
  const domain = axisDomain(readings, scale);
  if (domain.kind === "empty") return { kind: "empty", missing: rows.map(({ label }) => label) };
  const { unit, perUnit } = unitOf(metric, domain.max);
  return {
    kind: "chart",
    metric,
    groups: [...groupByWorkload(rows)].map(([workloadKey, group]) => groupOf(workloadKey, group, metric)),
    axis: axisOf(domain.min, domain.max, scale, perUnit),
    unit,
    higherIsBetter: isHigherBetter(metric),
    table: tableOf(readings, metric),
  };
}

function groupOf(workloadKey: string, rows: readonly ComparisonRow[], metric: ComparisonMetric): ComparisonGroup {
  const readings = selectMetric(rows, metric);
  const [first] = rows;
  return {
    workloadKey,
    title: first === undefined ? workloadKey : describeWorkload(first.workload),
    bars: readings.flatMap((reading) => (reading.kind === "figure" ? [barOf(reading)] : [])),
    missing: readings.flatMap(({ kind, row }) => (kind === "missing" ? [{ rowId: row.id, label: row.label }] : [])),
  };
}

function barOf({ row, value, bound, samplesAbove, thin }: Extract<MetricReading, { kind: "figure" }>): ComparisonBar {
  const { id: rowId, label, drive, kind, sourceId } = row;
  return { rowId, label, drive, kind, value, bound, end: endOf(bound), samplesAbove, thin, sourceId };
}

function endOf(bound: Bound): BarEnd {
  switch (bound) {
    case "exact":
      return "exact";
    case "about":
      return "about";
    case "at_least":
    case "just_over":
      return "reachesHigher";
    case "at_most":
    case "just_under":
      return "staysLower";
  }
}

/** What is needed to write a value of the chart. */
export type Measure = Pick<Extract<ComparisonChart, { kind: "chart" }>, "metric" | "unit">;

/** A value as the chart's axis counts it. */
export function comparisonQuantity({ metric, unit }: Measure, value: number): Quantity {
  if (metric === "iops") return formatIops(value);
  if (metric === "bytesPerSecond") return formatThroughput(value, unit as ThroughputUnit);
  return formatLatency(value, unit as LatencyUnit);
}

/** Of a logarithmic axis the unit follows the lower decades, so that 0.009 ms is never written for 9 µs. */
function unitOf(metric: ComparisonMetric, max: number): { unit: string; perUnit: number } {
  if (metric === "iops") return { unit: "IOPS", perUnit: 1 };
  if (metric === "bytesPerSecond") {
    // MB/s up to 10 GB/s: published tables are in MB/s, and the same figure must be read here.
    const unit = max <= 1e10 ? "MB/s" : chooseThroughputUnit(max);
    return { unit, perUnit: bytesPerSecondPer(unit) };
  }
  const unit = max <= 1e8 && max > 1e3 ? "µs" : chooseLatencyUnit(max);
  return { unit, perUnit: nanosecondsPer(unit) };
}

function axisOf(min: number, max: number, scale: AxisScale, perUnit: number): ValueAxis {
  if (scale === "linear") return linearValueAxis(max, { perUnit });
  const decades = logAxisBetween(min, max);
  const { ticks, minor } =
    decades.kind === "empty" ? { ticks: [min, max], minor: [] } : { ticks: decades.decades, minor: decades.minor };
  return { scale, min, max, ticks, minor, perUnit };
}

/** A line of the chart: the heading of a group, a bar, or a row without the figure. */
export type ComparisonLane =
  | { readonly key: string; readonly kind: "heading"; readonly text: string }
  | { readonly key: string; readonly kind: "bar"; readonly text: string; readonly bar: ComparisonBar }
  | { readonly key: string; readonly kind: "missing"; readonly text: string };

const laneHeight = 26;
/** The value axis above the lines. */
const topAxisHeight = 64;

/** Pixels of a drawing of this many lines. */
export function comparisonHeight(lanes: number): number {
  return lanes * laneHeight + topAxisHeight;
}

/** The lines of the chart from top to bottom, without the bars of a kind that is hidden. */
export function lanesOf(
  groups: readonly ComparisonGroup[],
  isHidden: (kind: ComparisonBar["kind"]) => boolean,
): ComparisonLane[] {
  return groups.flatMap(({ workloadKey, title, bars, missing }): ComparisonLane[] => [
    { key: workloadKey, kind: "heading", text: title },
    ...bars
      .filter(({ kind }) => !isHidden(kind))
      .map((bar): ComparisonLane => ({ key: bar.rowId, kind: "bar", text: bar.label, bar })),
    ...missing.map(({ rowId, label }): ComparisonLane => ({ key: rowId, kind: "missing", text: label })),
  ]);
}

function tableOf(readings: readonly MetricReading[], metric: ComparisonMetric): ChartTable {
  return {
    header: ["row", "drive", "kind", "workload", metric, "bound", "samples_above", "source"],
    rows: readings.map((reading) => [
      reading.row.label,
      reading.row.drive,
      reading.row.kind,
      describeWorkload(reading.row.workload),
      ...(reading.kind === "figure"
        ? [reading.value, reading.bound, reading.samplesAbove]
        : [undefined, undefined, undefined]),
      reading.row.sourceId,
    ]),
  };
}
