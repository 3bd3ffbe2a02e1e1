import { publishedResults, type Source, sources } from "@crosspoint/catalog";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

export interface SourceSummary {
  readonly source: Source;
  /** Published rows that come from it. */
  readonly rows: number;
}

/** Where the catalog's figures and methods come from. */
export function listSources(context: ServiceContext): SourceSummary[] {
  requireRight(context, "catalog.view");
  return sources.map((source) => ({
    source,
    rows: [...publishedResults.rows, ...publishedResults.series, ...publishedResults.ratios].filter(
      ({ sourceId }) => sourceId === source.id,
    ).length,
  }));
}
