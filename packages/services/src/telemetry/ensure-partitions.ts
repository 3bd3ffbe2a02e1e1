import {
  ensurePartitionsOfStraySamples,
  ensureSmartSamplePartitions,
} from "@crosspoint/db/queries/smart-sample-partitions";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

const dayMs = 86_400_000;
/** Agents that were cut off deliver late; what is older still goes to the default partition, until the next time. */
const daysBack = 7;
/** So many days may the worker be away before new samples go to the default partition. */
const daysAhead = 31;

/**
 * Keeps the daily partitions of the samples ahead of the calendar, and moves what the default partition caught since the
 * last time into days of its own. Returns how many were made.
 */
export async function ensurePartitions(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const from = new Date(context.now.getTime() - daysBack * dayMs);
  const to = new Date(context.now.getTime() + daysAhead * dayMs);
  const ahead = await ensureSmartSamplePartitions(context.db, from, to);
  return ahead + (await ensurePartitionsOfStraySamples(context.db));
}
