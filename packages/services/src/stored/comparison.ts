import { COMPARISON_MATCHES } from "@crosspoint/domain";
import { z } from "zod";

const frozenSeries = z.object({
  id: z.string(),
  runIds: z.array(z.string()),
  note: z.string().optional(),
  name: z.string().optional(),
  only: z.array(z.object({ sequence: z.number(), directions: z.array(z.enum(["read", "write"])) })).optional(),
  rowIds: z.array(z.string()).optional(),
});

const frozenComparison = z.object({ match: z.enum(COMPARISON_MATCHES), series: z.array(frozenSeries) });

/** What a link shows: the series with the very runs and rows that they stood for when it was made. */
export type FrozenComparison = z.infer<typeof frozenComparison>;

/** The one reader of `comparison_share.compared`. */
export function readFrozenComparison(column: unknown): FrozenComparison {
  return frozenComparison.parse(column);
}
