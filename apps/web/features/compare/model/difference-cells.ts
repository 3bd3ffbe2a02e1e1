import type { Outputs } from "@/api/client";

type Differences = Outputs["compare"]["differences"];
export type DifferenceCell = Differences["cells"][number];

/** The difference of a series from the baseline at a point, by their keys. */
export type DifferenceAt = (pointKey: string, seriesId: string) => DifferenceCell | undefined;

/** Smallest range that intervals are drawn in, in percent: noise shall look like noise. */
const reachMin = 10;

/** Percent at either end of every interval's drawing: all of a table are on one scale. */
export function reachOf(cells: readonly DifferenceCell[]): number {
  const ends = cells.flatMap((cell) =>
    cell.kind === "difference" ? [Math.abs(cell.interval.low), Math.abs(cell.interval.high)] : [],
  );
  return Math.max(reachMin, ...ends);
}

export function differencesByKey({
  points,
  series,
  cells,
}: Pick<Differences, "points" | "series" | "cells">): DifferenceAt {
  const byPoint = new Map(points.map((key) => [key, new Map<string, DifferenceCell>()]));
  for (const cell of cells) byPoint.get(points[cell.point] ?? "")?.set(series[cell.series] ?? "", cell);
  return (pointKey, seriesId) => byPoint.get(pointKey)?.get(seriesId);
}
