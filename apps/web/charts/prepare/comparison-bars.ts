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
  groupByWorkload,
  isHigherBetter,
  type MetricReading,
  nanosecondsPer,
  selectMetric,
} from "@crosspoint/domain";
import type { ChartTable } from "./csv.ts";
import { linearTicks } from "./linear-axis.ts";
import { logAxisBetween } from "./log-axis.ts";

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
      readonly scale: AxisScale;
      readonly groups: readonly ComparisonGroup[];
      readonly min: number;
      readonly max: number;
      readonly ticks: readonly number[];
      /** Lines between the ticks of a logarithmic axis. */
      readonly minorTicks: readonly number[];
      readonly unit: string;
      /** Divide a value by this to read it in `unit`. */
      readonly unitFactor: number;
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
  const { unit, unitFactor } = unitOf(metric, domain.max);
  return {
    kind: "chart",
    metric,
    scale,
    groups: [...groupByWorkload(rows)].map(([workloadKey, group]) => groupOf(workloadKey, group, metric)),
    min: domain.min,
    ...ticksOf(domain.min, domain.max, scale, unitFactor),
    unit,
    unitFactor,
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

/** Of a logarithmic axis the unit follows the lower decades, so that 0.009 ms is never written for 9 µs. */
function unitOf(metric: ComparisonMetric, max: number): { unit: string; unitFactor: number } {
  if (metric === "iops") return { unit: "IOPS", unitFactor: 1 };
  if (metric === "bytesPerSecond") {
    // MB/s up to 10 GB/s: published tables are in MB/s, and the same figure must be read here.
    const unit = max <= 1e10 ? "MB/s" : chooseThroughputUnit(max);
    return { unit, unitFactor: bytesPerSecondPer(unit) };
  }
  const unit = max <= 1e8 && max > 1e3 ? "µs" : chooseLatencyUnit(max);
  return { unit, unitFactor: nanosecondsPer(unit) };
}

function ticksOf(min: number, max: number, scale: AxisScale, unitFactor: number) {
  if (scale === "linear") {
    const ticks = linearTicks(max / unitFactor).map((tick) => tick * unitFactor);
    return { ticks, minorTicks: [], max: Math.max(max, ticks.at(-1) ?? max) };
  }
  const axis = logAxisBetween(min, max);
  return axis.kind === "empty"
    ? { ticks: [min, max], minorTicks: [], max }
    : { ticks: axis.decades, minorTicks: axis.minor, max };
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
