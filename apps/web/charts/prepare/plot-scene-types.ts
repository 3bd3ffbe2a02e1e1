import type { PlotPoint, PlotSeries } from "./plot.ts";
import type { DrawnAxis, Range } from "./plot-axis.ts";
import type { Frame, Size } from "./plot-frame.ts";

/** What a reader zoomed into; the other axis follows what is left to see. */
export interface Zoom {
  readonly x?: Range | undefined;
  readonly y?: Range | undefined;
}

/** A point with its place in the drawing; without a height it is a gap. */
export interface ScenePoint {
  readonly point: PlotPoint;
  readonly x: number;
  readonly y: number | undefined;
}

/** A series as paths: few elements, however many points. */
export interface SceneSeries {
  readonly series: PlotSeries;
  /** Those within the drawing, from left to right. */
  readonly points: readonly ScenePoint[];
  readonly line: string;
  /** The parts of the line that are based on few samples. */
  readonly thinLine: string;
  readonly area: string;
  readonly band: string;
  readonly whiskers: string;
  readonly marks: string;
  readonly thinMarks: string;
  readonly bounds: string;
  readonly warnings: string;
  /** Crosses on the base axis where a marked series has no value. */
  readonly gaps: string;
  readonly bars: string;
  readonly thinBars: string;
}

/** A text beside a mark, by its left end and its base line. */
export interface PlacedLabel {
  readonly seriesId: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** The name of a line at its end, with the end itself: a leader joins them where it had to move. */
export interface EndLabel {
  readonly seriesId: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly from: { readonly x: number; readonly y: number };
}

/** The cells of a heat map that have one color, as one path. */
export interface SceneCells {
  readonly id: string;
  readonly color: string;
  readonly path: string;
}

export interface Scene {
  readonly size: Size;
  readonly frame: Frame;
  readonly x: DrawnAxis;
  readonly y: DrawnAxis;
  readonly series: readonly SceneSeries[];
  readonly cells: readonly SceneCells[];
  readonly labels: readonly PlacedLabel[];
  readonly ends: readonly EndLabel[];
  /** Places of all points, from left to right, each once. */
  readonly columns: readonly number[];
}

/** Where values lie in the drawing. */
export interface Places {
  readonly x: DrawnAxis;
  readonly y: DrawnAxis;
  readonly frame: Frame;
}
