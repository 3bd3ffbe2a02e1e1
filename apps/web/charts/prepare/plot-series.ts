import type { Bound } from "@crosspoint/domain";
import { boundPath, gapPath, markPath, round } from "../marks/mark-path.ts";
import type { PlotPoint, PlotSeries } from "./plot.ts";
import { fractionOf } from "./plot-axis.ts";
import type { Places, ScenePoint, SceneSeries } from "./plot-scene-types.ts";

export function xPlace({ x, frame }: Places, value: number): number {
  return frame.left + fractionOf(x, value) * (frame.right - frame.left);
}

/** A value that a logarithmic axis has no place for lies where it shows zero, or else on its lower end. */
export function yPlace({ y, frame }: Places, value: number): number {
  const fraction = y.logarithmic && !(value > 0) ? fractionOf(y, y.zeroAt ?? y.min) : fractionOf(y, value);
  return frame.bottom - fraction * (frame.bottom - frame.top);
}

export interface SeriesPlaces extends Places {
  /** Of stacked bars: at which value each begins, by its place. */
  readonly bases?: ReadonlyMap<number, number> | undefined;
  readonly barWidth: number;
  readonly barShift: number;
}

/** A row of a heat map: its points alone, whose cells are drawn by their counts. */
export function barePoints(series: PlotSeries, places: SeriesPlaces): SceneSeries {
  const drawn = sceneSeries({ ...series, points: [] }, places);
  const points = series.points.map(
    (point): ScenePoint => ({
      point,
      x: xPlace(places, point.x),
      y: point.y === null ? undefined : yPlace(places, point.y),
    }),
  );
  return { ...drawn, series, points: points.filter(isSeen(places)) };
}

/** A series as paths. */
export function sceneSeries(series: PlotSeries, places: SeriesPlaces): SceneSeries {
  const all = series.points
    .map((point): ScenePoint => {
      const shift = series.bars ? places.barShift : 0;
      return {
        point,
        x: xPlace(places, point.x) + shift,
        y: heightOf(series, point, places),
      };
    })
    .toSorted((a, b) => (series.line ? 0 : a.x - b.x));
  const points = all
    .filter(({ point }) => !point.silent)
    .filter(isSeen(places))
    .toSorted((a, b) => a.x - b.x);
  const runs = series.line ? runsOf(all) : [];
  const marked = points.filter(markedOf(series, runs));
  const exact = marked.filter(({ point }) => towardOf(point.bound) === undefined);
  const barred = series.bars ? points : [];
  const banded = series.line ? runs.flatMap(bandedOf) : [];
  const lone = new Set(banded.flatMap((own) => (own.length === 1 ? own.map(({ point }) => point) : [])));
  return {
    series,
    points,
    line: runs.map((run) => linePath(run, series.steps, false)).join(""),
    thinLine: runs.map((run) => linePath(run, series.steps, true)).join(""),
    area: series.area ? runs.map((run) => areaPath(run, series.steps, places.frame.bottom)).join("") : "",
    band: banded.map((own) => bandPath(own, places)).join(""),
    whiskers: points
      .filter(({ point }) => !series.line || lone.has(point))
      .map((each) => whiskerPath(each, places))
      .join(""),
    marks: exact
      .filter(({ point }) => !point.thin)
      .map(pathOf(series))
      .join(""),
    thinMarks: exact
      .filter(({ point }) => point.thin)
      .map(pathOf(series))
      .join(""),
    bounds: marked.map(boundOf).join(""),
    warnings: points.map(warningOf).join(""),
    gaps: series.form === undefined ? "" : points.map((each) => gapOf(each, places)).join(""),
    bars: barred
      .filter(({ point }) => !point.thin)
      .map((each) => barPath(each, places))
      .join(""),
    thinBars: barred
      .filter(({ point }) => point.thin)
      .map((each) => barPath(each, places))
      .join(""),
  };
}

/** A logarithmic axis mostly has no place for zero; of steps, an empty one lies on the axis. */
function heightOf({ steps }: PlotSeries, { x, y: own }: PlotPoint, places: SeriesPlaces): number | undefined {
  if (own === null) return undefined;
  const y = own + (places.bases?.get(x) ?? 0);
  const hasPlace = !places.y.logarithmic || y > 0 || steps || (y === 0 && places.y.zeroAt !== undefined);
  return hasPlace ? yPlace(places, y) : undefined;
}

/** A zoom leaves out what lies beyond its ends; half a pixel is rounding. */
function isSeen({ frame }: Places): (point: ScenePoint) => boolean {
  return ({ x, y }) =>
    x >= frame.left - 0.5 &&
    x <= frame.right + 0.5 &&
    (y === undefined || (y >= frame.top - 0.5 && y <= frame.bottom + 0.5));
}

type Joined = ScenePoint & { readonly y: number };

/** Parts of a line between its gaps. */
function runsOf(points: readonly ScenePoint[]): Joined[][] {
  const runs: Joined[][] = [];
  let run: Joined[] = [];
  for (const each of points) {
    if (each.y === undefined) {
      run = [];
    } else {
      if (run.length === 0) runs.push(run);
      run.push(each as Joined);
    }
  }
  return runs;
}

/** Solid where both ends are based on enough samples, else thin. */
function linePath(run: readonly Joined[], steps: boolean | undefined, thin: boolean): string {
  let path = "";
  let open = false;
  for (let index = 1; index < run.length; index += 1) {
    const from = run[index - 1] as Joined;
    const to = run[index] as Joined;
    if ((from.point.thin || to.point.thin || false) !== thin) {
      open = false;
      continue;
    }
    if (!open) path += `M${round(from.x)},${round(from.y)}`;
    path += steps ? `H${round(to.x)}V${round(to.y)}` : `L${round(to.x)},${round(to.y)}`;
    open = true;
  }
  return path;
}

function areaPath(run: readonly Joined[], steps: boolean | undefined, bottom: number): string {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return "";
  const rest = run.slice(1).map(({ x, y }) => (steps ? `H${round(x)}V${round(y)}` : `L${round(x)},${round(y)}`));
  return `M${round(first.x)},${round(bottom)}V${round(first.y)}${rest.join("")}V${round(bottom)}z`;
}

/** Neighbors that have an interval: across a value without one no band says what it may be. */
function bandedOf(run: readonly Joined[]): Joined[][] {
  return runsOf(run.map((each) => (hasInterval(each) ? each : { ...each, y: undefined })));
}

function hasInterval({ point: { low, high } }: ScenePoint): boolean {
  return low !== undefined && high !== undefined;
}

function bandPath(banded: readonly Joined[], places: Places): string {
  if (banded.length < 2) return "";
  const upper = banded.map(({ x, point }) => `${round(x)},${round(yPlace(places, point.high ?? 0))}`);
  const lower = banded.map(({ x, point }) => `${round(x)},${round(yPlace(places, point.low ?? 0))}`).toReversed();
  return `M${[...upper, ...lower].join("L")}z`;
}

function whiskerPath({ x, point }: ScenePoint, places: Places): string {
  if (point.low === undefined || point.high === undefined) return "";
  const low = round(yPlace(places, point.low));
  const high = round(yPlace(places, point.high));
  return `M${round(x - 3.5)},${high}h7m-3.5,0V${low}m-3.5,0h7`;
}

/** Series with a form have all their marks; others only where no line would show the point. */
function markedOf(series: PlotSeries, runs: readonly Joined[][]): (point: ScenePoint) => boolean {
  if (series.bars) return ({ point }) => towardOf(point.bound) !== undefined;
  if (series.form !== undefined || series.hollow || !series.line) return ({ y }) => y !== undefined;
  const alone = new Set(runs.flatMap((run) => (run.length === 1 ? run.map(({ point }) => point) : [])));
  return ({ point }) => alone.has(point) || point.form !== undefined || towardOf(point.bound) !== undefined;
}

function pathOf(series: PlotSeries): (point: ScenePoint) => string {
  return ({ point, x, y }) => (y === undefined ? "" : markPath(point.form ?? series.form ?? "circle", x, y));
}

function boundOf({ point, x, y }: ScenePoint): string {
  const toward = towardOf(point.bound);
  return toward === undefined || y === undefined ? "" : boundPath(toward, x, y);
}

/** The side of a bound on which the figure may lie. */
export function towardOf(bound: Bound | undefined): "up" | "down" | undefined {
  if (bound === "at_least" || bound === "just_over") return "up";
  return bound === "at_most" || bound === "just_under" ? "down" : undefined;
}

/** A small triangle above the mark. */
function warningOf({ point, x, y }: ScenePoint): string {
  if (point.warning === undefined || y === undefined) return "";
  return `M${round(x + 6)},${round(y - 13)}l4.5,8h-9z`;
}

function gapOf({ y, x }: ScenePoint, { frame }: Places): string {
  return y === undefined ? gapPath(x, frame.bottom - 5.5) : "";
}

function barPath({ point, x, y }: ScenePoint, places: SeriesPlaces): string {
  const { frame, barWidth, bases } = places;
  // On another bar, one of zero would be a line on top of that.
  if (y === undefined || (bases !== undefined && point.y === 0)) return "";
  const base = bases?.get(point.x) ?? 0;
  const zero = places.y.logarithmic ? frame.bottom : clamp(yPlace(places, base), frame.top, frame.bottom);
  return `M${round(x - barWidth / 2)},${round(zero)}V${round(y)}h${round(barWidth)}V${round(zero)}z`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
