import { boundSign, boundWords } from "@crosspoint/domain";
import type { Plot, PlotHeat, PlotPoint, PlotSeries } from "./plot.ts";
import { cellBox } from "./plot-cells.ts";
import type { Scene, ScenePoint } from "./plot-scene-types.ts";

/** A point of the drawing with its series. */
export interface Reading extends ScenePoint {
  readonly series: PlotSeries;
}

/** What a pointer or a key reads: the values at one place, and which of them is meant. */
export interface Picked {
  readonly readings: readonly Reading[];
  readonly chosen: Reading;
}

/** Points of other series that lie so close to a column are read with it. */
const columnPx = 3;
/** A pointer reads one point alone only within this distance. */
const reachPx = 48;

/** What lies under a pointer, in pixels of the drawing. */
export function pickAt(scene: Scene, plot: Plot, x: number, y: number): Picked | undefined {
  if (plot.heat) return pickCell(scene, plot.heat, x, y);
  if (plot.reads === "point") return pickPoint(scene, x, y);
  const stepped = scene.series.length > 0 && scene.series.every(({ series }) => series.steps);
  const column = (stepped ? lastUpTo(scene.columns, x) : undefined) ?? nearest(scene.columns, x);
  return column === undefined ? undefined : pickColumn(scene, column, y);
}

/** All values at the column next to this place; the one next to the height is meant. */
export function pickColumn(scene: Scene, column: number, y?: number): Picked | undefined {
  const readings = scene.series.flatMap(({ series, points }): Reading[] => {
    const point = nearestPoint(points, column);
    return point !== undefined && Math.abs(point.x - column) <= columnPx ? [{ ...point, series }] : [];
  });
  const chosen = leastBy(readings, (each) => (each.y === undefined || y === undefined ? 1e6 : Math.abs(each.y - y)));
  return chosen === undefined ? undefined : { readings, chosen };
}

function pickPoint(scene: Scene, x: number, y: number): Picked | undefined {
  const all = scene.series.flatMap(({ series, points }) => points.map((point): Reading => ({ ...point, series })));
  const distance = (each: Reading) => Math.hypot(each.x - x, (each.y ?? Number.POSITIVE_INFINITY) - y);
  const chosen = leastBy(all, distance);
  if (chosen === undefined || distance(chosen) > reachPx) return undefined;
  // Marks that lie on top of one another are read together.
  return {
    chosen,
    readings: all
      .filter((each) => Math.hypot(each.x - chosen.x, (each.y ?? 1e6) - (chosen.y ?? 0)) <= columnPx)
      .filter(eachThingOnce(chosen)),
  };
}

/** Of the places of one thing the chosen one alone, or else the first. */
function eachThingOnce(chosen: Reading): (each: Reading) => boolean {
  const seen = new Set([chosen.point.thing]);
  return ({ point }) => {
    if (point === chosen.point || point.thing === undefined) return true;
    if (seen.has(point.thing)) return false;
    seen.add(point.thing);
    return true;
  };
}

function pickCell(scene: Scene, heat: PlotHeat, x: number, y: number): Picked | undefined {
  for (const { series, points } of scene.series) {
    const point = nearestPoint(points, x);
    const box = point && cellBox(heat, point.point, scene);
    if (point && box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) {
      const chosen = { ...point, series };
      return { chosen, readings: [chosen] };
    }
  }
  return undefined;
}

/** The column at which the step under a place begins. */
function lastUpTo(sorted: readonly number[], at: number): number | undefined {
  const near = nearest(sorted, at);
  return near === undefined || near <= at ? near : sorted[sorted.indexOf(near) - 1];
}

/** The column next to a place, by halving. */
export function nearest(sorted: readonly number[], at: number): number | undefined {
  let low = 0;
  let high = sorted.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < at) low = middle;
    else high = middle;
  }
  const [a, b] = [sorted[low], sorted[high]];
  if (a === undefined || b === undefined) return a ?? b;
  return Math.abs(a - at) <= Math.abs(b - at) ? a : b;
}

function nearestPoint(points: readonly ScenePoint[], at: number): ScenePoint | undefined {
  let low = 0;
  let high = points.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.x ?? 0) < at) low = middle;
    else high = middle;
  }
  return leastBy(
    [points[low], points[high]].flatMap((point) => point ?? []),
    ({ x }) => Math.abs(x - at),
  );
}

function leastBy<Item>(items: readonly Item[], of: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || of(item) < of(best) ? item : best),
    undefined,
  );
}

/** Where the keys stand: a point of a series. */
export interface Place {
  readonly series: number;
  readonly point: number;
}

/** Many points are gone through in steps of this many with Shift or Page keys. */
const farStep = 10;

/** The next place for a key; `undefined` where the key does not move. */
export function walk(scene: Scene, from: Place | undefined, key: string, far: boolean): Place | undefined {
  const filled = scene.series.flatMap(({ points }, index) => (points.length > 0 ? [index] : []));
  const [first] = filled;
  if (first === undefined || !walkingKeys.has(key)) return undefined;
  if (from === undefined || !filled.includes(from.series)) return { series: first, point: 0 };
  const points = scene.series[from.series]?.points ?? [];
  const last = points.length - 1;
  const step = far || key.startsWith("Page") ? farStep : 1;
  switch (key) {
    case "ArrowLeft":
    case "PageUp":
      return { ...from, point: Math.max(0, Math.min(from.point, last) - step) };
    case "ArrowRight":
    case "PageDown":
      return { ...from, point: Math.min(last, from.point + step) };
    case "Home":
      return { ...from, point: 0 };
    case "End":
      return { ...from, point: last };
    default:
      return otherSeries(scene, filled, from, key === "ArrowUp" ? -1 : 1);
  }
}

const walkingKeys = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

/** The series before or after, at the point next to where the keys stood. */
function otherSeries(scene: Scene, filled: readonly number[], from: Place, by: 1 | -1): Place {
  const at = scene.series[from.series]?.points[from.point]?.x ?? 0;
  const place = filled.indexOf(from.series) + by;
  const series = filled[(place + filled.length) % filled.length] ?? from.series;
  const points = scene.series[series]?.points ?? [];
  const next = nearestPoint(points, at);
  return { series, point: next === undefined ? 0 : points.indexOf(next) };
}

type PlotWords = Pick<Plot, "y" | "heat">;

/** "≥ 225,000 IOPS", or why there is nothing. */
function valueText({ y, heat }: PlotWords, { y: value, bound = "exact", gap, count }: PlotPoint): string {
  if (heat) return heat.format(count ?? 0);
  return value === null ? (gap ?? "no value") : `${boundSign(bound)}${y.format(value)}`;
}

/** A line of the tooltip: the series and its figure, or the thing of which the point is but a place. */
export function lineText(plot: PlotWords, { series, point }: Pick<Reading, "series" | "point">) {
  const { thing, label } = point;
  if (thing !== undefined) return { label: thing.name, value: thing.state };
  return { label: [series.label, label].filter(Boolean).join(", "), value: valueText(plot, point) };
}

/** What a value's own words are beside the figure: its interval and what it is based on. */
export function notesOf({ y, heat }: PlotWords, point: PlotPoint): string[] {
  const { low, high, thin, thinWords = "indicative only", warning, details = [] } = point;
  const interval =
    heat || low === undefined || high === undefined || low === high ? [] : [`${y.format(low)} to ${y.format(high)}`];
  return [
    ...interval,
    ...details,
    ...(thin && thinWords ? [thinWords] : []),
    ...(warning ? [`Warning: ${warning}`] : []),
  ];
}

/** The value for ears: series, place, figure, what it is based on. */
export function spokenText(plot: Plot, { series, point }: Reading): string {
  const { bound = "exact", y, thing } = point;
  if (thing !== undefined) return [thing.name, thing.state, ...notesOf(plot, point)].join("; ");
  const value = plot.heat
    ? valueText(plot, point)
    : y === null
      ? (point.gap ?? "no value")
      : [boundWords(bound), plot.y.format(y)].filter(Boolean).join(" ");
  return [series.label, plot.x.format(point.x), value, ...notesOf(plot, point)].join("; ");
}
