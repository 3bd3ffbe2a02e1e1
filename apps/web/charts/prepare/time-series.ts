import type { ChartTable } from "./csv.ts";
import type { Plot, PlotAxis, PlotLine, PlotPoint, PlotSeries } from "./plot.ts";

/** One reading; with `min` and `max` where it stands for several. */
export interface TimeSample {
  readonly timeMs: number;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
}

export interface TimeSeries extends Pick<PlotSeries, "id" | "label" | "color" | "dash"> {
  readonly samples: readonly TimeSample[];
}

interface TimeSeriesInput {
  readonly title: string;
  readonly note?: string | undefined;
  readonly y: PlotAxis;
  /** A moment in full, in the reader's zone. */
  readonly moment: (timeMs: number) => string;
  readonly series: readonly TimeSeries[];
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Samples further apart than this are not joined. */
  readonly longestStepMs: number;
  /** Limits that the values are held against, across the drawing. */
  readonly limits?:
    | readonly { readonly value: number; readonly label: string; readonly color?: string | undefined }[]
    | undefined;
  /** The unit of the values, for the head of the table: "kelvin", "bytes_per_s". */
  readonly tableUnit: string;
  /** Why there is nothing, where there is no sample. */
  readonly empty?: string | undefined;
}

/** Lays series over one time axis. Where samples are missing the line ends and begins again: nothing is made up. */
export function timeSeriesPlot(input: TimeSeriesInput): Plot {
  const { title, note, y, moment, series, sinceMs, untilMs, longestStepMs, limits = [], empty } = input;
  return {
    title,
    note,
    x: { title: "Time", scale: "time", from: sinceMs, to: untilMs, format: moment },
    y,
    series: series.map(({ samples, ...own }) => ({
      ...own,
      line: true,
      width: 1.75,
      points: pointsOf(samples, longestStepMs),
    })),
    lines: limits.map(({ value, ...look }): PlotLine => ({ from: { y: value }, to: { y: value }, ...look })),
    empty,
    table: tableOf(input),
  };
}

function pointsOf(samples: readonly TimeSample[], longestStepMs: number): PlotPoint[] {
  return samples.flatMap(({ timeMs, value, min, max }, index) => {
    const point = { x: timeMs, y: value, low: min, high: max };
    const before = samples[index - 1];
    if (before === undefined || timeMs - before.timeMs <= longestStepMs) return [point];
    return [{ x: (before.timeMs + timeMs) / 2, y: null, gap: "no samples" }, point];
  });
}

function tableOf({ series, tableUnit }: TimeSeriesInput): ChartTable {
  return {
    header: ["time", "series", `value_${tableUnit}`, `min_${tableUnit}`, `max_${tableUnit}`],
    rows: series.flatMap(({ label, samples }) =>
      samples.map(({ timeMs, value, min, max }) => [new Date(timeMs).toISOString(), label, value, min, max]),
    ),
  };
}
