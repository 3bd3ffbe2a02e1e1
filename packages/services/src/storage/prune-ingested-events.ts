import { pruneIngestedEvents } from "@crosspoint/db/queries/prune-ingested-events";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { confirmedTime, daysBefore } from "./confirmed-time.ts";

/**
 * An agent sends an event again only while it has no answer for it, and drops what it has spooled longer than this.
 * What an older replay brought anyway would meet the same primary keys and change no figure.
 */
export const keepEventIdsDays = 30;
/** One batch is one short transaction, so that no report waits long for it. */
const batchLimit = 20_000;
const batchesLimit = 500;

/** Forgets the ids of events taken long ago. Returns how many. */
export async function pruneOldIngestedEvents(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const before = daysBefore(await confirmedTime(context), keepEventIdsDays);
  let pruned = 0;
  for (let batch = 0; batch < batchesLimit; batch += 1) {
    const count = await pruneIngestedEvents(context.db, before, batchLimit);
    pruned += count;
    if (count < batchLimit) break;
  }
  return pruned;
}
