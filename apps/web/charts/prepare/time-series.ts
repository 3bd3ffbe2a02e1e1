import type { ChartTable } from "./csv.ts";
import { linearTicks } from "./linear-axis.ts";
import { timeTicks } from "./time-ticks.ts";

/** One reading; with `min` and `max` where it stands for several. */
export interface TimeSample {
  readonly timeMs: number;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
}

export interface TimeSeries {
  readonly id: string;
  /** As in the legend, without the unit. */
  readonly label: string;
  readonly samples: readonly TimeSample[];
}

export interface TimeSeriesInput {
  readonly series: readonly TimeSeries[];
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Samples further apart than this are not joined. */
  readonly longestStepMs: number;
  /** The unit of the values, for the head of the table: "kelvin", "bytes_per_s". */
  readonly tableUnit: string;
}

/** A moment on the chart. A series without a value there has none of its keys; a gap is a row with nulls. */
export interface TimeRow {
  readonly timeMs: number;
  readonly values: Readonly<Record<string, number | null>>;
  readonly bands: Readonly<Record<string, readonly [number, number] | null>>;
}

export interface TimeSeriesChart {
  readonly rows: readonly TimeRow[];
  readonly ticksMs: readonly number[];
  readonly smallest: number | undefined;
  readonly largest: number | undefined;
  readonly gaps: number;
  readonly table: ChartTable;
}

/** Lays series over one time axis. Where samples are missing the line ends and begins again: nothing is made up. */
export function prepareTimeSeries(input: TimeSeriesInput): TimeSeriesChart {
  const { series, sinceMs, untilMs } = input;
  const rows = new Map<
    number,
    { values: Record<string, number | null>; bands: Record<string, [number, number] | null> }
  >();
  const rowAt = (timeMs: number) => {
    const row = rows.get(timeMs) ?? { values: {}, bands: {} };
    rows.set(timeMs, row);
    return row;
  };
  const gapTimes = new Set<number>();
  for (const { id, samples } of series) {
    for (const [index, sample] of samples.entries()) {
      const before = samples[index - 1];
      if (before && sample.timeMs - before.timeMs > input.longestStepMs) {
        const middle = (before.timeMs + sample.timeMs) / 2;
        gapTimes.add(middle);
        Object.assign(rowAt(middle).values, { [id]: null });
        Object.assign(rowAt(middle).bands, { [id]: null });
      }
      rowAt(sample.timeMs).values[id] = sample.value;
      if (sample.min !== undefined && sample.max !== undefined) {
        rowAt(sample.timeMs).bands[id] = [sample.min, sample.max];
      }
    }
  }
  const all = series.flatMap(({ samples }) =>
    samples.flatMap(({ value, min, max }) => [value, min ?? value, max ?? value]),
  );
  return {
    rows: [...rows].map(([timeMs, row]) => ({ timeMs, ...row })).sort((a, b) => a.timeMs - b.timeMs),
    ticksMs: timeTicks(sinceMs, untilMs),
    smallest: all.length === 0 ? undefined : all.reduce((a, b) => Math.min(a, b)),
    largest: all.length === 0 ? undefined : all.reduce((a, b) => Math.max(a, b)),
    gaps: gapTimes.size,
    table: tableOf(input),
  };
}

interface TimeValueAxisInput {
  readonly chart: Pick<TimeSeriesChart, "smallest" | "largest">;
  /** How many of the value's own unit make one of the axis. */
  readonly perUnit?: number;
  /** What the axis calls zero, in the value's unit: 273 for kelvin shown as °C. */
  readonly offset?: number;
  /** Whether the axis must begin at zero: for amounts and rates, not for temperatures. */
  readonly fromZero: boolean;
  /** For counts: no tick between two whole numbers. */
  readonly whole?: boolean;
}

/** A flat line of small whole numbers still gets an axis worth reading. */
const smallestSpan = 4;

/** Ends and ticks of the value axis, in the value's own unit. */
export function timeValueAxis({ chart, fromZero, whole, perUnit = 1, offset = 0 }: TimeValueAxisInput) {
  const largest = ((chart.largest ?? 0) - offset) / perUnit;
  const smallest = fromZero ? 0 : ((chart.smallest ?? 0) - offset) / perUnit;
  const ticks = ticksBetween(smallest, Math.max(largest, smallest + (fromZero ? 0 : smallestSpan)));
  const values = ticks.filter((tick) => !whole || Number.isInteger(tick)).map((tick) => tick * perUnit + offset);
  return { ticks: values, min: values[0] ?? 0, max: values.at(-1) ?? 1 };
}

/** Round values that enclose both ends. */
function ticksBetween(low: number, high: number): number[] {
  const steps = linearTicks(high - low, 4);
  const step = (steps[1] ?? 1) - (steps[0] ?? 0);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function tableOf({ series, tableUnit }: TimeSeriesInput): ChartTable {
  return {
    header: ["time", "series", `value_${tableUnit}`, `min_${tableUnit}`, `max_${tableUnit}`],
    rows: series.flatMap(({ label, samples }) =>
      samples.map(({ timeMs, value, min, max }) => [new Date(timeMs).toISOString(), label, value, min, max]),
    ),
  };
}
