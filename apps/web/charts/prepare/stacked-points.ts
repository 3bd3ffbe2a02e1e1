import type { PlotPoint } from "./plot.ts";

/**
 * Points of bars that stand on one another, by part. A part has one only where it counts any: what it has none of is neither
 * drawn nor read. Of a place where no part counts any, the first says that it is zero.
 *
 * @param parts of each the counts by place, all of one length.
 * @param idOf what choosing a place leads to; asked only of a place that holds any.
 */
export function stackedPoints(
  parts: readonly (readonly number[])[],
  idOf: (place: number) => string | undefined,
): PlotPoint[][] {
  const places = parts[0]?.length ?? 0;
  const totals = Array.from({ length: places }, (_, x) => parts.reduce((sum, counts) => sum + (counts[x] ?? 0), 0));
  return parts.map((counts, part) =>
    totals.flatMap((total, x): PlotPoint[] => {
      const y = counts[x] ?? 0;
      if (y === 0 && (part > 0 || total > 0)) return [];
      return [{ x, y, id: total > 0 ? idOf(x) : undefined }];
    }),
  );
}
