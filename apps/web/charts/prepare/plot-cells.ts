import { round } from "../marks/mark-path.ts";
import type { PlotHeat, PlotPoint } from "./plot.ts";
import type { Places, SceneCells, SceneSeries } from "./plot-scene-types.ts";
import { xPlace, yPlace } from "./plot-series.ts";

/** The rectangle of a cell. */
export function cellBox({ columnWidth }: PlotHeat, { x, low, high, y }: PlotPoint, places: Places) {
  return {
    left: xPlace(places, x - columnWidth / 2),
    right: xPlace(places, x + columnWidth / 2),
    top: yPlace(places, high ?? y ?? 0),
    bottom: yPlace(places, low ?? y ?? 0),
  };
}

/** All cells of a heat map: a path for each level, so that thousands of cells cost a few elements. */
export function cellsOf(heat: PlotHeat, series: readonly SceneSeries[], places: Places): SceneCells[] {
  const paths = heat.levels.map(() => "");
  for (const { points } of series) {
    for (const { point } of points) {
      const level = heat.levels.findLastIndex(({ from }) => (point.count ?? 0) >= from);
      if (level >= 0) paths[level] += cellPath(heat, point, places);
    }
  }
  return heat.levels.map(({ id, color }, index) => ({ id, color, path: paths[index] ?? "" }));
}

function cellPath(heat: PlotHeat, point: PlotPoint, places: Places): string {
  const { left, right, top, bottom } = cellBox(heat, point, places);
  return `M${round(left)},${round(top)}H${round(right)}V${round(bottom)}H${round(left)}z`;
}
