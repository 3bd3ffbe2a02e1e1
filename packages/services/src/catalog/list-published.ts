import { type PublishedResults, publishedResults } from "@crosspoint/catalog";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

/** Every published figure of the catalog with its source's id. */
export function listPublished(context: ServiceContext): PublishedResults {
  requireRight(context, "catalog.view");
  return publishedResults;
}
