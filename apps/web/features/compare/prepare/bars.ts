import { describeWorkload } from "@crosspoint/domain";
import {
  type BarGroup,
  type ComparisonChart,
  figuresOf,
  prepareComparisonBars,
} from "../../../charts/prepare/comparison-bars.ts";
import { measureOf } from "../../../charts/prepare/measure.ts";
import { cellAt, type Matrix, supportOf } from "../model/matrix.ts";
import { type Look, lookAt } from "./curves.ts";

/** One bar a series for each of these points, all on one scale. */
export function prepareBars(matrix: Matrix, points: readonly number[], look: Look): ComparisonChart {
  // A workload of which no series has the figure stands in the table, with the reasons.
  const groups = points
    .flatMap((point) => groupOf(matrix, point, look) ?? [])
    .filter(({ rows }) => figuresOf(rows).length > 0);
  const values = figuresOf(groups.flatMap(({ rows }) => rows));
  return prepareComparisonBars(groups, measureOf(look.metric, values, look.shown), look.scale);
}

function groupOf(matrix: Matrix, place: number, look: Look): BarGroup | undefined {
  const point = matrix.points[place];
  if (point === undefined) return undefined;
  return {
    key: point.key,
    title: point.words || describeWorkload(point.workload),
    rows: matrix.series.map(({ id, name, detail, color, isPublished, source }, index) => {
      const reading = lookAt(matrix, place, index, look);
      return {
        id: `${point.key} ${id}`,
        label: name,
        detail,
        color,
        kind: isPublished ? "published" : "measured",
        details: supportOf(cellAt(matrix, place, index), reading, source),
        reading,
      };
    }),
  };
}
