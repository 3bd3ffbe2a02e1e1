import { type AxisScale, axisDomain, type Bound } from "@crosspoint/domain";
import type { ChartTable } from "./csv.ts";
import { logAxisBetween } from "./log-axis.ts";
import type { Measure } from "./measure.ts";
import { linearValueAxis, type ValueAxis } from "./value-axis.ts";

/** How a bar ends: at its figure, or with an arrow where the source gives only a bound. */
export type BarEnd = "exact" | "about" | "reachesHigher" | "staysLower";

/** A figure to be drawn as a bar, or the reason for which there is none. */
export interface BarRow {
  readonly id: string;
  readonly label: string;
  /** The end of `label` that must not be cut: what tells two series of one drive apart. */
  readonly detail: string | undefined;
  readonly color: string;
  readonly kind: "measured" | "published";
  /** What the figure is based on and where it is from, for the tooltip. */
  readonly details: readonly string[];
  readonly reading: BarReading;
}

type BarReading =
  | { readonly kind: "missing"; readonly reason: string }
  | {
      readonly kind: "figure";
      /** In the metric's own unit: operations/s, bytes/s or nanoseconds; or times the baseline's. */
      readonly value: number;
      readonly bound: Bound;
      readonly samplesAbove?: number | undefined;
      readonly thin: boolean;
    };

export interface ComparisonBar extends Omit<BarRow, "reading" | "id"> {
  readonly rowId: string;
  readonly value: number;
  readonly bound: Bound;
  readonly end: BarEnd;
  readonly thin: boolean;
}

/** The rows of one workload. */
export interface BarGroup {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly BarRow[];
}

export interface ComparisonGroup {
  readonly key: string;
  readonly title: string;
  readonly bars: readonly ComparisonBar[];
  /** Rows of this workload that do not have the metric; named with their reason, never drawn as zero. */
  readonly missing: readonly { readonly rowId: string; readonly label: string; readonly reason: string }[];
}

export type ComparisonChart =
  | { readonly kind: "empty"; readonly missing: readonly string[] }
  | {
      readonly kind: "chart";
      readonly measure: Measure;
      readonly groups: readonly ComparisonGroup[];
      readonly axis: ValueAxis;
      readonly table: ChartTable;
    };

/** One measure of every row, grouped by workload, all groups on one scale. */
export function prepareComparisonBars(
  groups: readonly BarGroup[],
  measure: Measure,
  scale: AxisScale,
): ComparisonChart {
  const rows = groups.flatMap((group) => group.rows);
  const domain = axisDomain(figuresOf(rows), scale);
  if (domain.kind === "empty") return { kind: "empty", missing: rows.map(({ label }) => label) };
  return {
    kind: "chart",
    measure,
    groups: groups.map(groupOf),
    axis: axisOf(domain.min, domain.max, scale, measure.perUnit),
    table: tableOf(groups, measure),
  };
}

/** The figures among these rows. */
export function figuresOf(rows: readonly BarRow[]): number[] {
  return rows.flatMap(({ reading }) => (reading.kind === "figure" ? [reading.value] : []));
}

function groupOf({ key, title, rows }: BarGroup): ComparisonGroup {
  return {
    key,
    title,
    bars: rows.flatMap(({ reading, id, ...row }) => {
      if (reading.kind === "missing") return [];
      const { value, bound, thin } = reading;
      return [{ ...row, rowId: id, value, bound, end: endOf(bound), thin }];
    }),
    missing: rows.flatMap(({ id: rowId, label, reading }) =>
      reading.kind === "missing" ? [{ rowId, label, reason: reading.reason }] : [],
    ),
  };
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
  | { readonly key: string; readonly kind: "missing"; readonly text: string; readonly reason: string };

export const laneHeight = 26;
/** The value axis above the lines. */
export const topAxisHeight = 64;

/** Pixels of a drawing of this many lines. */
export function comparisonHeight(lanes: number): number {
  return lanes * laneHeight + topAxisHeight;
}

/** The lines of the chart from top to bottom, without the bars of a kind that is hidden. */
export function lanesOf(
  groups: readonly ComparisonGroup[],
  isHidden: (kind: ComparisonBar["kind"]) => boolean,
): ComparisonLane[] {
  return groups.flatMap(({ key, title, bars, missing }): ComparisonLane[] => [
    { key, kind: "heading", text: title },
    ...bars
      .filter(({ kind }) => !isHidden(kind))
      .map((bar): ComparisonLane => ({ key: bar.rowId, kind: "bar", text: bar.label, bar })),
    ...missing.map(
      ({ rowId, label, reason }): ComparisonLane => ({ key: rowId, kind: "missing", text: label, reason }),
    ),
  ]);
}

function tableOf(groups: readonly BarGroup[], { id, unit, perUnit }: Measure): ChartTable {
  return {
    // A ratio has no unit of its own; everything else is in base units.
    header: [
      "row",
      "kind",
      "workload",
      unit === "×" && perUnit === 1 ? `${id}_times_baseline` : id,
      "bound",
      "samples_above",
      "gap",
    ],
    rows: groups.flatMap(({ title, rows }) =>
      rows.map(({ label, kind, reading }) => [
        label,
        kind,
        title,
        ...(reading.kind === "figure"
          ? [reading.value, reading.bound, reading.samplesAbove, undefined]
          : [undefined, undefined, undefined, reading.reason]),
      ]),
    ),
  };
}
