import { countMerged, type MergedCounts } from "@crosspoint/db/queries/merge-rows";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { mergeBlockers, readPair } from "./rules/merge-blockers.ts";

export const mergeRecords = { awayId: z.uuid(), intoId: z.uuid() };
export const previewMergeInput = z.object(mergeRecords);

export interface MergePreview {
  /** What goes to the other record. */
  readonly counts: MergedCounts;
  /** Why it cannot be; empty where it can. */
  readonly blockers: readonly string[];
}

/** What merging two records would move, and what prevents it. */
export async function previewMerge(
  context: ServiceContext,
  { awayId, intoId }: z.infer<typeof previewMergeInput>,
): Promise<MergePreview> {
  requireRight(context, "drive.merge");
  const pair = await readPair(context.db, awayId, intoId);
  const counts = await countMerged(context.db, awayId);
  return { counts, blockers: await mergeBlockers(context.db, pair, counts) };
}
