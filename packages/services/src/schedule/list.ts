import type { ScheduleState } from "@crosspoint/db";
import type { Rhythm } from "@crosspoint/domain/schedule";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { readRhythm, readTargets, type ScheduledTarget, schedulesLimit } from "./rules/schedule-row.ts";

export interface ScheduleSummary {
  readonly id: string;
  readonly name: string;
  readonly planId: string;
  readonly planName: string;
  readonly planHash: string;
  /** The version of a saved plan that it launches. */
  readonly savedPlan: { readonly id: string; readonly version: number } | undefined;
  readonly targets: readonly Pick<ScheduledTarget, "choice" | "label" | "hostname">[];
  readonly rhythm: Rhythm;
  readonly parallelOnHost: boolean;
  readonly startTogether: boolean;
  readonly state: ScheduleState;
  readonly nextDueAt: Date | undefined;
  /** When it launched last, and what. */
  readonly firedAt: Date | undefined;
  readonly lastBatchId: string | undefined;
  /** When it was due last and nothing was launched, why, and how often that was. */
  readonly missed: { readonly at: Date; readonly reason: string; readonly count: number } | undefined;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** Every schedule, the one that is due next first. */
export async function listSchedules({ db, actor }: ServiceContext): Promise<ScheduleSummary[]> {
  requireRight({ actor }, "benchmark.view");
  const rows = await db.benchmarkSchedule.findMany({
    include: { batches: { orderBy: { requestedAt: "desc" }, take: 1, select: { id: true } } },
    orderBy: [{ nextDueAt: { sort: "asc", nulls: "last" } }, { name: "asc" }, { id: "asc" }],
    take: schedulesLimit,
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    planId: row.planId,
    planName: row.planName,
    planHash: row.planHash,
    savedPlan:
      row.savedPlanId === null || row.savedPlanVersion === null
        ? undefined
        : { id: row.savedPlanId, version: row.savedPlanVersion },
    targets: readTargets(row.targets).map(({ choice, label, hostname }) => ({ choice, label, hostname })),
    rhythm: readRhythm(row.rhythm),
    parallelOnHost: row.parallelOnHost,
    startTogether: row.startTogether,
    state: row.state,
    nextDueAt: row.nextDueAt ?? undefined,
    firedAt: row.firedAt ?? undefined,
    lastBatchId: row.batches[0]?.id,
    missed:
      row.missedAt === null ? undefined : { at: row.missedAt, reason: row.missedReason ?? "", count: row.missedCount },
    createdBy: row.createdBy,
    createdAt: row.createdAt,
  }));
}
