import type { Plot, PlotPoint } from "./plot.ts";
import { isLogarithmic } from "./plot-axis.ts";

/** What the crosses of a drawing mean: the reason, where all have one. Undefined where it has none. */
export function gapWords({ series, y, heat }: Plot): string | undefined {
  if (heat) return undefined;
  const crossed = series.flatMap(({ form, points, steps }) =>
    form === undefined ? [] : points.filter((point) => !point.silent && isGap(point, y, steps)),
  );
  if (crossed.length === 0) return undefined;
  const reasons = new Set(
    crossed.map(({ gap, y: value }) => (value === null ? gap : "Zero has no place on a log scale.")),
  );
  const [only] = reasons;
  return reasons.size === 1 && only !== undefined ? only : "No value; point at a cross for its reason.";
}

/** As the drawing decides it. */
function isGap({ y: value }: PlotPoint, axis: Plot["y"], steps: boolean | undefined): boolean {
  if (value === null) return true;
  return isLogarithmic(axis) && !steps && (value < 0 || (value === 0 && !axis.withZero));
}
