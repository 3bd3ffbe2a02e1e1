import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { type Retention, readRetention } from "../telemetry/rules/retention.ts";
import { inTransaction } from "../transaction.ts";

/** A hundred years: nobody means a longer time, and dates stay dates. */
const mostDays = 36_500;
/** Pages read samples for the last day, and agents that were cut off for a weekend come back with older ones. */
const leastSamplesDays = 7;
/** Three years: each day is a table of its own, and PostgreSQL locks each that it may have to read. */
const mostSamplesDays = 1_096;
/** Rates and forecasts look back over three months. */
const leastHoursDays = 92;

const daysFrom = (least: number, most = mostDays) =>
  z.int().min(least, `At least ${least} days.`).max(most, `At most ${most} days.`);

export const changeRetentionInput = z.object({
  keepSamplesDays: daysFrom(leastSamplesDays, mostSamplesDays),
  keepHoursDays: daysFrom(leastHoursDays),
  keepDaysDays: daysFrom(leastHoursDays).nullable(),
  keepSecondsDays: daysFrom(1).nullable(),
  keepCommandsDays: daysFrom(30),
});

/** Changes how long what grows is kept. It holds from the next time that old data is removed, every six hours. */
export async function changeRetention(
  context: ServiceContext,
  wanted: z.infer<typeof changeRetentionInput>,
): Promise<Retention> {
  requireRight(context, "storage.manage");
  refuseGaps(wanted);
  return inTransaction(context.db, async (tx) => {
    const before = await readRetention(tx);
    const data = { ...wanted, changedAt: context.now, changedBy: actorLabel(context.actor) };
    await tx.storageSettings.upsert({ where: { id: 1 }, create: { id: 1, ...data }, update: data });
    await writeAudit(tx, context, {
      action: "storage.changeRetention",
      objectKind: "storage",
      objectId: "retention",
      detail: changes(before, wanted),
    });
    return wanted;
  });
}

/** Hours are rolled up from samples, and days from hours: what is made of something outlives it. */
function refuseGaps({ keepSamplesDays, keepHoursDays, keepDaysDays }: Retention): void {
  if (keepHoursDays < keepSamplesDays) {
    throw new ServiceError("invalid", "Hourly values must be kept at least as long as samples.", {
      fields: [{ path: "keepHoursDays", message: `At least ${keepSamplesDays} days, as long as samples.` }],
    });
  }
  if (keepDaysDays !== null && keepDaysDays < keepHoursDays) {
    throw new ServiceError("invalid", "Daily values must be kept at least as long as hourly values.", {
      fields: [{ path: "keepDaysDays", message: `At least ${keepHoursDays} days, as long as hourly values.` }],
    });
  }
}

/** What it was and what it is, of what has changed. */
function changes(before: Retention, after: Retention): Record<string, string> {
  const words = (days: number | null) => (days === null ? "forever" : `${days} days`);
  const keys = Object.keys(after) as (keyof Retention)[];
  return Object.fromEntries(
    keys
      .filter((key) => before[key] !== after[key])
      .map((key) => [key, `${words(before[key])} → ${words(after[key])}`]),
  );
}
