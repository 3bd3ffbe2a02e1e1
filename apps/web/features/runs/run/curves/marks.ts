import { ioCount } from "@/charts/prepare/io-count";
import type { PlotPoint } from "@/charts/prepare/plot";
import type { Point } from "../run-detail";
import { cautionsOf, type Figure, figureOf, type Metric } from "./figures";
import type { FrameLine, Part } from "./frames";
import type { SweptPoint } from "./sweeps";

/** One place of a line: the point that is drawn there, of several repeats the middle one. */
export interface Mark {
  readonly at: number;
  readonly part: Part;
  readonly point: Point;
  readonly figure: Figure;
  /** Ends of the repeats; absent where there is one. */
  readonly range: readonly [low: number, high: number] | undefined;
  readonly repeats: number;
}

/** A mix ends at loads of one direction: the other has no place there, and so no gap. */
function asksFor(part: "read" | "write", { spec }: Point): boolean {
  return part === "read" ? spec.readPercent > 0 : spec.readPercent < 100;
}

type Found = Extract<Figure, { kind: "figure" }>;

/** The places of a line in the order of its axis. */
export function marksOf({ points, part }: FrameLine, metric: Metric): Mark[] {
  const asked = points.filter(({ point }) => part === "all" || asksFor(part, point));
  return [...Map.groupBy(asked, ({ at }) => at)]
    .toSorted(([a], [b]) => a - b)
    .map(([at, repeats]) => ({ at, part, ...middleOf(repeats, (point) => figureOf(point, part, metric)) }));
}

function middleOf(repeats: readonly SweptPoint[], read: (point: Point) => Figure): Omit<Mark, "at" | "part"> {
  const figures = repeats.map(({ point }) => ({ point, figure: read(point) }));
  const found = figures.flatMap(({ point, figure }) => (figure.kind === "figure" ? [{ point, figure }] : []));
  const sorted = found.toSorted((a, b) => a.figure.value - b.figure.value);
  // One of those measured, so that no percentile is averaged: of an even number the lower of the two in the middle.
  const middle = sorted[(sorted.length - 1) >> 1] ?? figures[0];
  if (middle === undefined) throw new RangeError("A place has a point.");
  const ends = [sorted[0], sorted.at(-1)].flatMap((each) => (each === undefined ? [] : [each.figure.value]));
  const [low, high] = ends;
  const range = sorted.length > 1 && low !== undefined && high !== undefined ? ([low, high] as const) : undefined;
  return { ...middle, range, repeats: sorted.length };
}

/** A mark as a chart draws it. */
export function drawnMark(mark: Mark, x: number): PlotPoint {
  const { point, figure, range } = mark;
  if (figure.kind === "missing") return { x, y: null, gap: figure.reason };
  const cautions = cautionsOf(point);
  return {
    x,
    y: figure.value,
    id: String(point.sequence + 1),
    ...(range === undefined ? {} : { low: range[0], high: range[1] }),
    thin: figure.thin || point.state !== "complete",
    details: detailsOf(mark, figure),
    ...(cautions.length === 0 ? {} : { warning: cautions.join("; ") }),
  };
}

function detailsOf({ point, part, range, repeats }: Mark, { support }: Found): string[] {
  const own = point.directions.filter(({ direction }) => part === "all" || direction === part);
  const operations = own.reduce((sum, each) => sum + each.operations, 0);
  return [
    `point ${point.sequence + 1}, ${ioCount(operations)}`,
    ...(support === undefined ? [] : [support]),
    ...(range === undefined ? [] : [`the middle of ${repeats} repeats`]),
  ];
}

/** The values of an axis that any point has or is to have: they stand before anything is measured. */
export function placesOf(lines: readonly FrameLine[]): number[] {
  return [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted((a, b) => a - b);
}
