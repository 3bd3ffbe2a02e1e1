import type { BenchmarkSchedule, Transaction } from "@crosspoint/db";
import { countDue, nextDue } from "@crosspoint/domain/schedule";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { databaseRefusal } from "../database-errors.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { launchScheduled } from "./rules/launch-scheduled.ts";
import { lockSchedule, readRhythm } from "./rules/schedule-row.ts";

/** Most schedules of one call; the next one takes the rest. */
const schedulesPerCall = 50;
/** A server that was restarted fires a little late; one that was away for longer says so, and waits for the next time. */
export const lateAfterMs = 5 * 60_000;
/** Of a technical message, so many characters are kept. */
const failureCharactersMax = 300;
/** Missed times are counted so far. */
const missedMax = 10_000;

/**
 * Launches what is due, each schedule in a transaction of its own: it may be called at any time, by several at once. What
 * was missed is noted and not made up for. Returns how many schedules were launched or missed.
 */
export async function fireSchedules(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const due = await context.db.benchmarkSchedule.findMany({
    where: { state: "active", nextDueAt: { lte: context.now } },
    select: { id: true },
    orderBy: [{ nextDueAt: "asc" }, { id: "asc" }],
    take: schedulesPerCall,
  });
  let settled = 0;
  const failures: unknown[] = [];
  for (const { id } of due) {
    // One that cannot be launched must not hold up the others. Where that cannot even be noted, the database is away.
    settled += await settle(context, id).catch(async (error: unknown) => {
      await noteFailure(context, id, error);
      failures.push(error);
      return 0;
    });
  }
  if (failures.length > 0) throw failures[0];
  return settled;
}

/** It is tried again until it is too late; then this is why it was missed. */
async function noteFailure({ db, now }: ServiceContext, id: string, error: unknown): Promise<void> {
  const failure = `The server tried to launch it and failed: ${technicalWords(error)} The worker's log has more.`;
  await db.benchmarkSchedule.updateMany({ where: { id, state: "active", nextDueAt: { lte: now } }, data: { failure } });
}

/** Of a message of several lines, such as Prisma's, the last says what it was. */
function technicalWords(error: unknown): string {
  const refusal = databaseRefusal(error);
  if (refusal !== undefined) return refusal.message;
  const lines = (error instanceof Error ? error.message : String(error))
    .split("\n")
    .filter((line) => line.trim() !== "");
  return `${(lines.at(-1) ?? "no reason given").trim().slice(0, failureCharactersMax).replace(/\.$/, "")}.`;
}

/** A launch that is refused as a whole leaves nothing behind, so that it is noted in a transaction of its own. */
async function settle(context: ServiceContext, id: string): Promise<number> {
  try {
    return await inTransaction(context.db, (tx) => settleDue(tx, context, id, undefined));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const reason = [error.message, error.remedy].filter(Boolean).join(" ");
    return inTransaction(context.db, (tx) => settleDue(tx, context, id, reason));
  }
}

async function settleDue(
  tx: Transaction,
  context: ServiceContext,
  id: string,
  refusal: string | undefined,
): Promise<number> {
  const found = await tx.benchmarkSchedule.findUnique({ where: { id }, select: { id: true } });
  if (found === null) return 0;
  const schedule = await lockSchedule(tx, id);
  const { nextDueAt } = schedule;
  // Another worker, or a person, was there first.
  if (schedule.state !== "active" || nextDueAt === null || nextDueAt > context.now) return 0;
  const lateMs = context.now.getTime() - nextDueAt.getTime();
  if (refusal !== undefined) await miss(tx, context, schedule, { reason: refusal, count: 1, at: nextDueAt });
  else if (lateMs > lateAfterMs) await miss(tx, context, schedule, away(schedule, nextDueAt, context.now));
  else await fire(tx, context, schedule);
  await notify(tx, { topic: "schedule", scheduleId: id });
  return 1;
}

async function fire(tx: Transaction, context: ServiceContext, schedule: BenchmarkSchedule): Promise<void> {
  const { batchId, runs, declined } = await launchScheduled(tx, context, schedule);
  await moveOn(tx, context, schedule, { firedAt: context.now });
  await writeAudit(tx, context, {
    action: "schedule.fire",
    objectKind: "schedule",
    objectId: schedule.id,
    detail: { schedule: schedule.name, plan: schedule.planName, askedBy: schedule.createdBy, batchId, runs, declined },
  });
}

interface Missed {
  readonly reason: string;
  readonly count: number;
  /** The last time that it was due. */
  readonly at: Date;
}

/** What was due while no worker ran, or none could launch it: the last of it by its time. */
function away({ rhythm, failure }: BenchmarkSchedule, firstDue: Date, now: Date): Missed {
  const known = readRhythm(rhythm);
  const more = countDue(known, firstDue, now, missedMax);
  let at = firstDue;
  for (let left = more; left > 0; left -= 1) at = nextDue(known, at) ?? at;
  return { reason: failure ?? "The server was not running when it was due.", count: 1 + more, at };
}

async function miss(tx: Transaction, context: ServiceContext, schedule: BenchmarkSchedule, missed: Missed) {
  const { reason, count, at } = missed;
  await moveOn(tx, context, schedule, {
    missedAt: at,
    missedReason: reason,
    missedCount: schedule.missedCount + count,
  });
  await writeAudit(tx, context, {
    action: "schedule.miss",
    objectKind: "schedule",
    objectId: schedule.id,
    detail: {
      schedule: schedule.name,
      plan: schedule.planName,
      askedBy: schedule.createdBy,
      reason,
      count,
      due: at.toISOString(),
    },
  });
}

/** To its next time; one that has none is over, and needs its saved plan no more. */
async function moveOn(
  tx: Transaction,
  { now }: ServiceContext,
  { id, rhythm }: BenchmarkSchedule,
  more: { firedAt: Date } | { missedAt: Date; missedReason: string; missedCount: number },
): Promise<void> {
  const due = nextDue(readRhythm(rhythm), now);
  const over = { state: "ended", nextDueAt: null, savedPlanId: null, savedPlanVersion: null } as const;
  await tx.benchmarkSchedule.update({
    where: { id },
    data: { ...more, failure: null, ...(due === undefined ? over : { nextDueAt: due }) },
  });
}
