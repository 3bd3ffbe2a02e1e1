import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { hdrLogOf } from "./rules/hdr-log.ts";
import { placeCells } from "./rules/place-cells.ts";
import { wantedSeries } from "./rules/resolve-series.ts";
import { comparisonSelection } from "./rules/selection.ts";

export const exportComparisonInput = comparisonSelection;

/** The histograms of a comparison as a log of HdrHistogram; written while they are read. */
export async function exportComparison(context: ServiceContext, selection: z.infer<typeof exportComparisonInput>) {
  requireRight(context, "benchmark.view");
  requireRight(context, "catalog.view");
  const wanted = await wantedSeries(context.db, selection);
  const placed = await placeCells(context.db, wanted, selection.match);
  return {
    name: "comparison.hlog",
    contentType: "text/plain; charset=utf-8",
    parts: hdrLogOf(context.db, placed),
  };
}
