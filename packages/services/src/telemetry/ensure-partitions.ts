import { ensurePartitionsOfStrays, ensureTimePartitions, type TimeTable } from "@crosspoint/db/queries/time-partitions";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { readRetention } from "./rules/retention.ts";

const dayMs = 86_400_000;

/**
 * How far the partitions reach. Back, for agents that were cut off and deliver late: what is older goes to the default partition
 * first, until the next time. Ahead, for so long may the worker be away.
 */
const reach: Record<TimeTable, { readonly daysBack: number; readonly daysAhead: number }> = {
  smart_sample: { daysBack: 7, daysAhead: 31 },
  smart_hour: { daysBack: 31, daysAhead: 62 },
  smart_day: { daysBack: 31, daysAhead: 366 },
};

/**
 * Keeps the partitions of samples, hours and days ahead of the calendar, and moves what the default partitions caught since the
 * last time into partitions of their own, as far as it is kept. Returns how many were made.
 */
export async function ensurePartitions(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const { keepSamplesDays, keepHoursDays } = await readRetention(context.db);
  const kept: Record<TimeTable, number> = {
    smart_sample: keepSamplesDays,
    smart_hour: keepHoursDays,
    smart_day: Number.POSITIVE_INFINITY,
  };
  let made = 0;
  for (const table of ["smart_sample", "smart_hour", "smart_day"] as const) {
    const { daysBack, daysAhead } = reach[table];
    made += await ensureTimePartitions(context.db, table, daysFrom(context, -daysBack), daysFrom(context, daysAhead));
    const oldest = Number.isFinite(kept[table]) ? daysFrom(context, -kept[table]) : new Date(0);
    made += await ensurePartitionsOfStrays(context.db, table, oldest);
  }
  return made;
}

function daysFrom({ now }: ServiceContext, days: number): Date {
  return new Date(now.getTime() + days * dayMs);
}
