import { pruneFirmwareChanges } from "@crosspoint/db/queries/firmware-changes";
import { pruneCommands } from "@crosspoint/db/queries/prune-commands";
import { findRunsToThin, thinPointSeconds } from "@crosspoint/db/queries/thin-point-seconds";
import { dropTimeBefore } from "@crosspoint/db/queries/time-partitions";
import { firmwareChangesKeptDays } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type Retention, readRetention } from "../telemetry/rules/retention.ts";
import { confirmedTime, daysBefore } from "./confirmed-time.ts";

/** One batch is one short transaction. */
const batchLimit = 5_000;
const batchesLimit = 200;

/**
 * Removes what was kept for as long as it is to be: whole partitions of samples, hours and days, histograms of the seconds of old
 * runs, old commands, and that drives had another firmware then. Samples that are not rolled up yet stay until they are. Returns how many
 * partitions, runs, commands and changes of firmware. Where one of these fails, the others are removed all the same.
 */
export async function applyRetention(asked: ServiceContext): Promise<number> {
  requireRight(asked, "system.maintain");
  const context = { ...asked, now: await confirmedTime(asked) };
  const retention = await readRetention(context.db);
  return sumOf([
    () => dropPartitions(context, retention),
    () => thinRuns(context, retention.keepSecondsDays),
    () => pruneOldCommands(context, retention),
    () => pruneOldChanges(context),
  ]);
}

/** One after the other; fails at the end where one has failed. */
async function sumOf(parts: readonly (() => Promise<number>)[]): Promise<number> {
  const errors: unknown[] = [];
  let sum = 0;
  for (const part of parts) {
    sum += await part().catch((error: unknown) => {
      errors.push(error);
      return 0;
    });
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some of what is no longer to be kept could not be removed.");
  return sum;
}

async function dropPartitions(context: ServiceContext, kept: Retention): Promise<number> {
  const { db } = context;
  const samples = await dropTimeBefore(db, "smart_sample", daysBefore(context.now, kept.keepSamplesDays));
  const hours = await dropTimeBefore(db, "smart_hour", daysBefore(context.now, kept.keepHoursDays));
  const days =
    kept.keepDaysDays === null ? [] : await dropTimeBefore(db, "smart_day", daysBefore(context.now, kept.keepDaysDays));
  return samples.length + hours.length + days.length;
}

async function thinRuns(context: ServiceContext, keepDays: number | null): Promise<number> {
  if (keepDays === null) return 0;
  let thinned = 0;
  for (let batch = 0; batch < batchesLimit; batch += 1) {
    const runs = await findRunsToThin(context.db, daysBefore(context.now, keepDays));
    if (runs.length === 0) break;
    for (const runId of runs) await thinPointSeconds(context.db, runId, context.now);
    thinned += runs.length;
  }
  return thinned;
}

async function pruneOldCommands(context: ServiceContext, { keepCommandsDays }: Retention): Promise<number> {
  const before = daysBefore(context.now, keepCommandsDays);
  const commands = await inBatches((limit) => pruneCommands(context.db, before, limit));
  await context.db.agentUpgrade.deleteMany({ where: { requestedAt: { lt: before } } });
  return commands;
}

async function pruneOldChanges(context: ServiceContext): Promise<number> {
  const before = daysBefore(context.now, firmwareChangesKeptDays);
  return inBatches((limit) => pruneFirmwareChanges(context.db, before, limit));
}

/** Removes batch by batch, until one is not full. Returns how many. */
async function inBatches(prune: (limit: number) => Promise<number>): Promise<number> {
  let pruned = 0;
  for (let batch = 0; batch < batchesLimit; batch += 1) {
    const count = await prune(batchLimit);
    pruned += count;
    if (count < batchLimit) break;
  }
  return pruned;
}
