import type { PlotAxis } from "./plot.ts";
import type { Range } from "./plot-axis.ts";

/** A range that a reader zoomed into, and the axis that it is of. */
export interface AxisZoom extends Range {
  readonly axis: string;
}

export function zoomInto(axis: PlotAxis, { min, max }: Range): AxisZoom {
  return { axis: nameOf(axis), min, max };
}

/** The range as long as the axis is the one that was zoomed: operations a second are no range of nanoseconds. */
export function zoomWithin(axis: PlotAxis, zoom: AxisZoom | undefined): Range | undefined {
  if (zoom === undefined || zoom.axis !== nameOf(axis)) return undefined;
  return { min: zoom.min, max: zoom.max };
}

/** A range that begins at zero has no place on a logarithmic axis of the same quantity. */
function nameOf({ title, scale }: PlotAxis): string {
  return `${scale} ${title}`;
}
