import type { Bound } from "@crosspoint/domain";
import type { MarkForm } from "../marks/mark-form.ts";
import type { ChartTable } from "./csv.ts";

/** What lies at one place of a series. */
export interface PlotPoint {
  /** What a click or Enter on it chooses; without one it cannot be chosen. */
  readonly id?: string | undefined;
  readonly x: number;
  /** In the axis' own base unit; `null` is a gap, with its reason in `gap`. */
  readonly y: number | null;
  readonly gap?: string | undefined;
  /** A figure of which only a bound is known is drawn as an arrow toward where it may lie. */
  readonly bound?: Bound | undefined;
  /** Ends of what the figure may be or of what it summarizes: a whisker, or a band along a line. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  /** Of a heat map's cell: how many lie in it. */
  readonly count?: number | undefined;
  /** Beside the mark, such as "QD16". */
  readonly label?: string | undefined;
  /** Why the figure is to be read with care: a sign at the mark, the words in the tooltip. */
  readonly warning?: string | undefined;
  /** Rests on little: drawn faded. */
  readonly thin?: boolean | undefined;
  /** What faded means, where it is not that the figure is but an indication; nothing where the details say it. */
  readonly thinWords?: string | undefined;
  /** Of this mark alone, where one line holds several depths. */
  readonly form?: MarkForm | undefined;
  /** Only ends a step: it is no value of its own. */
  readonly silent?: boolean | undefined;
  /** Lines of the tooltip: counts, support, source. */
  readonly details?: readonly string[] | undefined;
  /** What it is a place of, where the place is no value: the same object for each place of one thing. */
  readonly thing?: PlotThing | undefined;
}

/** What is drawn over several places, such as a bar of time. It is read as one, by its own words. */
export interface PlotThing {
  readonly name: string;
  /** Where a figure would stand. */
  readonly state: string;
}

/** Object = color, queue depth = form, direction = dash, published = hollow. */
export interface PlotSeries {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  /** Form of its marks. Without one, a line has marks only where nothing joins a point. */
  readonly form?: MarkForm | undefined;
  readonly dash?: string | undefined;
  readonly hollow?: boolean | undefined;
  /** Points are joined by straight lines: none across a gap. */
  readonly line?: boolean | undefined;
  /** Each value holds until the next one's place. */
  readonly steps?: boolean | undefined;
  /** From the axis' zero up; only on a linear axis. */
  readonly bars?: boolean | undefined;
  /** The area below is tinted. */
  readonly area?: boolean | undefined;
  /** Of the line; 2 where nothing is said. A secondary line is thinner. */
  readonly width?: number | undefined;
  /** Its name is not written at its end: something else in the drawing says it. */
  readonly unnamed?: boolean | undefined;
  readonly points: readonly PlotPoint[];
}

export type PlotScale = "linear" | "log2" | "log10" | "nines" | "time" | "category";

export interface PlotAxis {
  /** The quantity with its unit. */
  readonly title: string;
  /**
   * Of `nines` the value is -log10(1 - p), of `time` milliseconds since 1970, of `category` the index into `categories`.
   */
  readonly scale: PlotScale;
  /** A value in full, with its unit: for tooltip and spoken text. */
  readonly format: (value: number) => string;
  /** A tick's text where that is not the value in the axis' unit: "4 KiB". */
  readonly tick?: ((value: number) => string) | undefined;
  readonly categories?: readonly string[] | undefined;
  /** A linear axis of amounts begins at zero. */
  readonly fromZero?: boolean | undefined;
  /** How many of the value's unit make one of the axis: ticks are round in the axis' unit. */
  readonly perUnit?: number | undefined;
  /** A logarithmic axis has a place for zero too, below its decades and apart from them. */
  readonly withZero?: boolean | undefined;
  /** What the axis calls zero, in the value's unit: 273 for kelvin shown as °C. */
  readonly offset?: number | undefined;
  /** For counts: no tick between two whole numbers. */
  readonly whole?: boolean | undefined;
  /** Ends that do not follow the data, such as the range of time that was asked for. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A range worth knowing: a measurement window, a tolerance, a warm-up. */
export interface PlotBand {
  readonly axis: "x" | "y";
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** A straight line that is no series: a slope, a limit, a rated figure. Without an end it crosses the drawing. */
export interface PlotLine {
  readonly from: { readonly x?: number | undefined; readonly y?: number | undefined };
  readonly to: { readonly x?: number | undefined; readonly y?: number | undefined };
  readonly label: string;
  readonly color?: string | undefined;
}

/** Counts from here up to the next level have its color; counts below the first level are not drawn. */
export interface HeatLevel {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly from: number;
}

/** Cells instead of marks: a series is a row, each of its points a cell with its `count`, from `low` to `high`. */
export interface PlotHeat {
  /** Of every cell, in the base axis' own unit; `x` is its middle. */
  readonly columnWidth: number;
  readonly levels: readonly HeatLevel[];
  readonly format: (count: number) => string;
}

/** A chart as `prepare` decides it and PlotChart draws it. */
export interface Plot {
  /** States what is shown. */
  readonly title: string;
  readonly note?: string | undefined;
  /** Where the figures come from, for pictures that leave the page. */
  readonly source?: string | undefined;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly series: readonly PlotSeries[];
  readonly heat?: PlotHeat | undefined;
  /** Bars at one place stand on one another, in the order of the series, instead of side by side. */
  readonly stacked?: boolean | undefined;
  readonly bands?: readonly PlotBand[] | undefined;
  readonly lines?: readonly PlotLine[] | undefined;
  /** Whether the pointer reads all series at one x, or the nearest point alone (latency against throughput). */
  readonly reads?: "column" | "point" | undefined;
  /** No legend, where the colors of its series explain themselves; one of a single series, where its title does not name it. */
  readonly legend?: boolean | undefined;
  /** Why there is nothing, where no series has a point. */
  readonly empty?: string | undefined;
  readonly table: ChartTable;
}
