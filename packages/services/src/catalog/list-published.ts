import { type PublishedResults, publishedResults } from "@crosspoint/catalog";
import { requireRight } from "../access/rights.ts";
import type { ServiceContext } from "../context.ts";

/** Every published figure of the catalog with its source's id. */
export function listPublished(context: ServiceContext): PublishedResults {
  requireRight(context, "catalog.view");
  return publishedResults;
}
