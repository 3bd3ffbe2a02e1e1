import type { MatrixSeries } from "../model/matrix";

/** The color of a series: filled where it was measured, hollow where it is published. */
export function SeriesMark({
  series: { color, isPublished },
}: {
  series: Pick<MatrixSeries, "color" | "isPublished">;
}) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 border-2"
      style={{ borderColor: color, background: isPublished ? "transparent" : color }}
    />
  );
}
