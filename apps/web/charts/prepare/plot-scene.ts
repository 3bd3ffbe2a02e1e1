import type { Plot, PlotAxis, PlotSeries } from "./plot.ts";
import { type DrawnAxis, drawAxis, type Range } from "./plot-axis.ts";
import { cellsOf } from "./plot-cells.ts";
import { aboutTicks, type Frame, frameOf, type Size } from "./plot-frame.ts";
import { endLabelsWidth, placeEndLabels, placeLabels } from "./plot-labels.ts";
import type { Scene, Zoom } from "./plot-scene-types.ts";
import { barePoints, sceneSeries, xPlace } from "./plot-series.ts";

/** Lays a plot out in pixels. `plot.series` holds only what is shown. */
export function layOut(plot: Plot, size: Size, zoom: Zoom = {}): Scene {
  const x = drawAxis(xAxisOf(plot), xValues(plot), zoom.x, aboutTicks(size.width, 90));
  const y = drawAxis(yAxisOf(plot), yValues(plot, x), zoom.y, aboutTicks(size.height, 45));
  const frame = frameOf(size, y, endLabelsWidth(plot.series, size));
  const barWidth = barWidthOf(plot, x, frame);
  const bars = sideBySide(plot);
  const bases = basesOf(plot);
  const series = plot.series.map((each, index) =>
    (plot.heat ? barePoints : sceneSeries)(each, {
      x,
      y,
      frame,
      bases: bases[index],
      barWidth,
      barShift: barShiftOf(bars.indexOf(each), bars.length, barWidth),
    }),
  );
  return {
    size,
    frame,
    x,
    y,
    series,
    cells: plot.heat ? cellsOf(plot.heat, series, { x, y, frame }) : [],
    labels: placeLabels(series, frame, size),
    ends: placeEndLabels(series, frame, size),
    columns: [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort((a, b) => a - b),
  };
}

/** A base axis ends where its data do; bars get their room on both sides, and the marks of a scatter round ends. */
function xAxisOf({ x, series, reads }: Plot): PlotAxis {
  if (x.scale !== "linear" || reads === "point") return x;
  const values = xValues({ series });
  if (values.length === 0) return x;
  const half = barStepOf(series) / 2;
  const low = (x.fromZero && half === 0 ? 0 : values.reduce((a, b) => Math.min(a, b))) - half;
  const high = values.reduce((a, b) => Math.max(a, b)) + half;
  return low < high ? { ...x, from: x.from ?? low, to: x.to ?? high } : x;
}

/** From one bar to the next where they stand closest; zero where there are none. */
function barStepOf(series: Plot["series"]): number {
  const bars = series.filter((each) => each.bars);
  const at = [...new Set(xValues({ series: bars }))].sort((a, b) => a - b);
  const steps = at.slice(1).map((value, index) => value - (at[index] ?? value));
  return bars.length === 0 ? 0 : steps.reduce((least, step) => Math.min(least, step), steps[0] ?? 1);
}

/** Bars stand on zero, whatever was asked for. */
function yAxisOf({ y, series }: Plot): PlotAxis {
  return series.some(({ bars }) => bars) && y.scale === "linear" ? { ...y, fromZero: true } : y;
}

function xValues({ series }: Pick<Plot, "series">): number[] {
  return series.flatMap(({ points }) => points.map((point) => point.x));
}

/** All heights within the range that is seen, and the bands and lines that they are held against. */
function yValues(plot: Plot, seen: Range): number[] {
  const { series, bands = [], lines = [] } = plot;
  const bases = basesOf(plot);
  return [
    ...series.flatMap(({ points }, index) =>
      points.flatMap(({ x, y, low, high }) => {
        if (x < seen.min || x > seen.max) return [];
        const base = bases[index]?.get(x);
        return present([base === undefined || y === null ? y : base + y, low, high]);
      }),
    ),
    ...bands.flatMap(({ axis, from, to }) => (axis === "y" ? [from, to] : [])),
    ...lines.flatMap(({ from, to }) => present([from.y, to.y])),
  ];
}

/** Where the bars of each series begin; nothing where they all begin at zero. */
function basesOf({ series, stacked }: Pick<Plot, "series" | "stacked">): ReadonlyMap<number, number>[] {
  if (!stacked) return [];
  const heights = new Map<number, number>();
  return series.map(({ points }) => {
    const below = new Map(points.map(({ x }) => [x, heights.get(x) ?? 0]));
    for (const { x, y } of points) heights.set(x, (heights.get(x) ?? 0) + (y ?? 0));
    return below;
  });
}

function present(values: readonly (number | null | undefined)[]): number[] {
  return values.flatMap((value) => value ?? []);
}

const widestBarPx = 48;
/** Of the room between two neighbors. */
const barShare = 0.8;

/** Bars of all series stand side by side between neighbors. */
function barWidthOf(plot: Plot, x: DrawnAxis, frame: Frame): number {
  const bars = plot.series.filter((each) => each.bars);
  if (bars.length === 0) return 0;
  const scale = { x, frame, y: x };
  const at = [...new Set(bars.flatMap(({ points }) => points.map((point) => point.x)))].sort((a, b) => a - b);
  const steps = at.slice(1).map((value, index) => xPlace(scale, value) - xPlace(scale, at[index] ?? value));
  const room = steps.reduce((least, step) => Math.min(least, step), frame.right - frame.left);
  return Math.max(1, Math.min(widestBarPx, (room * barShare) / Math.max(sideBySide(plot).length, 1)));
}

/** Series with bars at the same places; where each place has one bar alone, bars need not make room. */
function sideBySide({ series, stacked }: Plot): readonly PlotSeries[] {
  if (stacked) return [];
  const bars = series.filter((each) => each.bars);
  const places = bars.flatMap(({ points }) => points.map(({ x }) => x));
  return new Set(places).size === places.length ? [] : bars;
}

function barShiftOf(index: number, count: number, width: number): number {
  return index < 0 ? 0 : (index - (count - 1) / 2) * width;
}
