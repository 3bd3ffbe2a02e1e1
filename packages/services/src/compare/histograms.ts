import { COMPARED_SERIES_MAX, encodeHistogram, runsKey } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { cellHistograms } from "./rules/cell-histograms.ts";
import { placeCells } from "./rules/place-cells.ts";
import { type WantedSeries, wantedSeries } from "./rules/resolve-series.ts";
import { comparisonSelection } from "./rules/selection.ts";

/** Most rows of one answer: more curves cannot be told apart. */
const rowsLimit = 4;

/** Which rows, and of which runs. */
export const histogramsOfRows = z.object({
  /** Keys of rows. */
  points: z.array(z.string().max(2000)).min(1).max(rowsLimit),
  /** Of the series that are asked for (domain's runsKey): one that stands for other runs by now has another figure, and is left out. */
  runs: z.array(z.string().max(60)).max(COMPARED_SERIES_MAX),
  /**
   * Of which rounds the figures are that stand beside ("round 7, not steady"): while a run goes on, its row is of another round
   * by now, and is left out, too.
   */
  of: z
    .array(z.string().max(200))
    .max(rowsLimit * COMPARED_SERIES_MAX)
    .optional(),
});
export const comparedHistogramsInput = comparisonSelection.extend(histogramsOfRows.shape);

export interface ComparedHistogram {
  /** Key of the row, and id of the series. */
  readonly point: string;
  readonly series: string;
  /** HdrHistogram V2, deflated, base64: of one point, or of all its runs and rounds added up. */
  readonly histogram: string;
}

/** The histograms of some rows; whatever has none is left out. */
export async function readComparedHistograms(
  context: ServiceContext,
  { points, runs, of, ...selection }: z.infer<typeof comparedHistogramsInput>,
): Promise<ComparedHistogram[]> {
  requireRight(context, "benchmark.view");
  requireRight(context, "catalog.view");
  const wanted = await wantedSeries(context.db, selection);
  return histogramsOf(context, wanted, { points, runs, of, match: selection.match });
}

export async function histogramsOf(
  { db }: Pick<ServiceContext, "db">,
  wanted: readonly WantedSeries[],
  {
    points,
    runs,
    of: rounds,
    match,
  }: Pick<z.infer<typeof comparedHistogramsInput>, "points" | "runs" | "of" | "match">,
): Promise<ComparedHistogram[]> {
  const { heads, cells } = await placeCells(db, wanted, match);
  const asked = cells.filter(({ point, series, cell }) => {
    const head = heads[series];
    if (head === undefined || !points.includes(point.key) || !runs.includes(runsKey(head.runs))) return false;
    const { of } = cell.point;
    return rounds === undefined || of === undefined || rounds.includes(of);
  });
  const histograms = await cellHistograms(
    db,
    asked.map(({ cell }) => cell),
  );
  return asked.flatMap(({ point, series, cell }) => {
    const histogram = histograms.get(cell);
    const id = heads[series]?.id;
    return histogram === undefined || id === undefined
      ? []
      : [{ point: point.key, series: id, histogram: encodeHistogram(histogram) }];
  });
}
