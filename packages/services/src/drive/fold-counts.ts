import { foldDriveCounts } from "@crosspoint/db/queries/fold-drive-counts";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

/** Folds what was added to the counts of drives, so that reading them stays cheap. Returns how many rows that saved. */
export async function foldCounts(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  return foldDriveCounts(context.db);
}
