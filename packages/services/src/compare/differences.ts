import { COMPARED_METRICS, metricOf, placeEntries, SERIES_TEXT_MAX } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type DifferenceCell, differenceCell, pairsOf, rowsBySeconds } from "./rules/difference-cells.ts";
import { entriesOf } from "./rules/place-cells.ts";
import { readMeasured } from "./rules/read-entries.ts";
import { readSeconds } from "./rules/read-seconds.ts";
import { resolveSeries, type WantedSeries, wantedSeries } from "./rules/resolve-series.ts";
import { comparisonSelection } from "./rules/selection.ts";

/** Against what, and in which figure. */
export const differencesOf = z.object({
  /** A series by its id; one that is not compared has no differences. */
  baseline: z.string().max(SERIES_TEXT_MAX),
  metric: z.enum(COMPARED_METRICS),
});
export const differencesInput = comparisonSelection.extend(differencesOf.shape);

export interface Differences {
  /** Keys of the comparison's rows, and ids of its series, as the cells count them. */
  readonly points: readonly string[];
  readonly series: readonly string[];
  readonly better: "higher" | "lower";
  /** Where both sides have the figure. */
  readonly cells: readonly DifferenceCell[];
  /** A value of a long point stands for so many seconds. */
  readonly longestIntervalSeconds: number;
}

/** How sure it is that series differ from a baseline, row by row: with runs where there are four a side, else with their seconds. */
export async function getDifferences(
  context: ServiceContext,
  { baseline, metric, ...selection }: z.infer<typeof differencesInput>,
): Promise<Differences> {
  requireRight(context, "benchmark.view");
  requireRight(context, "catalog.view");
  const wanted = await wantedSeries(context.db, selection);
  return differencesBetween(context, wanted, { ...selection, baseline, metric });
}

/** Differences that are computed before others may have their turn: each takes milliseconds. */
const atOnce = 4;

export async function differencesBetween(
  { db }: Pick<ServiceContext, "db">,
  wanted: readonly WantedSeries[],
  { baseline, metric, match }: Pick<z.infer<typeof differencesInput>, "baseline" | "metric" | "match">,
): Promise<Differences> {
  const { series, runs } = await resolveSeries(db, wanted);
  const read = await readMeasured(db, series, runs);
  const placed = placeEntries(read.map(entriesOf), match);
  const ids = series.map(({ head }) => head.id);
  const pairs = pairsOf(read, placed, ids.indexOf(baseline), metric);
  const seconds = await readSeconds(db, rowsBySeconds(pairs));
  const cells: DifferenceCell[] = [];
  for (const [at, pair] of pairs.entries()) {
    const cell = differenceCell(pair, metric, seconds);
    if (cell !== undefined) cells.push(cell);
    if (at % atOnce === atOnce - 1) await new Promise(setImmediate);
  }
  return {
    points: placed.points.map(({ key }) => key),
    series: ids,
    better: metricOf(metric).better,
    cells,
    longestIntervalSeconds: seconds.longestIntervalSeconds,
  };
}
