import type { BenchmarkSchedule, Transaction } from "@crosspoint/db";
import { type Rhythm, weekdays } from "@crosspoint/domain/schedule";
import { z } from "zod";
import { timeInKey } from "../../cursor.ts";
import { ServiceError } from "../../errors.ts";
import { type TargetChoice, targetChoice } from "../../run/rules/target.ts";
import { zoneName } from "../../zone.ts";

/** Most schedules; they are listed whole. */
export const schedulesLimit = 500;

export const rhythm = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("weekly"),
    days: z
      .array(z.enum(weekdays))
      .min(1)
      .max(weekdays.length)
      .refine((days) => new Set(days).size === days.length, "names a day twice"),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "is a time such as 02:30"),
    zone: zoneName,
  }),
  z.object({ kind: z.literal("once"), at: z.union([z.date(), timeInKey]) }),
]);

const scheduledTarget = z.object({
  choice: targetChoice,
  /** How it was called when the schedule was made. */
  label: z.string(),
  hostId: z.uuid(),
  hostname: z.string(),
  /** The serial that a person typed, where the plan writes to a drive. */
  typedSerial: z.string().optional(),
});

export interface ScheduledTarget {
  readonly choice: TargetChoice;
  readonly label: string;
  readonly hostId: string;
  readonly hostname: string;
  readonly typedSerial?: string | undefined;
}

/** The one reader of `benchmark_schedule.targets`. */
export function readTargets(column: unknown): ScheduledTarget[] {
  return z.array(scheduledTarget).parse(column);
}

/** Whether it was made with the serial of a drive that it writes to. */
export function writesToDrives({ targets }: Pick<BenchmarkSchedule, "targets">): boolean {
  return readTargets(targets).some(({ typedSerial }) => typedSerial !== undefined);
}

/** The one reader of `benchmark_schedule.rhythm`. */
export function readRhythm(column: unknown): Rhythm {
  return rhythm.parse(column);
}

/** A schedule that nobody else changes meanwhile. */
export async function lockSchedule(tx: Transaction, scheduleId: string): Promise<BenchmarkSchedule> {
  await tx.$queryRaw`SELECT id FROM benchmark_schedule WHERE id = ${scheduleId}::uuid FOR UPDATE`;
  const schedule = await tx.benchmarkSchedule.findUnique({ where: { id: scheduleId } });
  if (schedule !== null) return schedule;
  throw new ServiceError("notFound", `There is no schedule ${scheduleId}.`, {
    remedy: "Somebody may have deleted it.",
  });
}
