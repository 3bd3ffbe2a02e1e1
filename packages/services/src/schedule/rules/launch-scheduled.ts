import type { BenchmarkSchedule, Transaction } from "@crosspoint/db";
import type { PlanTemplate } from "@crosspoint/protocol";
import { writeAudit } from "../../audit/write.ts";
import { type FoundTarget, lockTargets } from "../../batch/rules/lock-targets.ts";
import {
  type AdmittedRun,
  admitAll,
  type BatchHead,
  createBatch,
  dispatchBatch,
} from "../../batch/rules/start-batch.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { type LoadedPlan, planWith } from "../../plan/rules/loaded-plan.ts";
import { requireRight } from "../../rights.ts";
import { readAsker } from "../../run/rules/asker.ts";
import { confirmationOf } from "../../run/rules/confirm-drives.ts";
import { keepDeclined } from "../../run/rules/enqueue.ts";
import { admitRun, launchDetail } from "../../run/rules/launch-run.ts";
import { announceQueued } from "../../run/rules/start-queued.ts";
import { planTarget, type Target, type TargetChoice } from "../../run/rules/target.ts";
import { readTargets, type ScheduledTarget } from "./schedule-row.ts";

export interface ScheduledLaunch {
  readonly batchId: string;
  readonly runs: number;
  readonly declined: number;
}

/**
 * Launches a schedule's plan in the name of who made it, with the role that they have now. Each target is judged as at any
 * launch: one that is refused has a declined run that says why, and the others go on; a common start is refused as a whole.
 */
export async function launchScheduled(
  tx: Transaction,
  { db, now }: ServiceContext,
  schedule: BenchmarkSchedule,
): Promise<ScheduledLaunch> {
  const actor = await readAsker(tx, { requestedById: schedule.createdById, requestedBy: schedule.createdBy });
  const context: ServiceContext = { db, now, actor };
  requireRight(context, "benchmark.launch");
  await refuseUnfinished(tx, schedule);
  const targets = readTargets(schedule.targets);
  const locked = await lockTargets(
    tx,
    targets.map(({ choice }) => choice),
  );
  const found = whereConfirmed(locked, targets);
  const plan = planWith(schedule.plan as unknown as PlanTemplate);
  const batch = await createBatch(tx, context, {
    name: schedule.name,
    plan,
    startTogether: schedule.startTogether,
    scheduleId: schedule.id,
  });
  const runs = await admitEach(tx, context, { schedule, targets, found, plan, batch });
  await dispatchBatch(tx, context, runs, batch);
  for (const { runId, target } of runs) {
    const detail = { ...launchDetail(target, plan.on(planTarget(target))), schedule: schedule.name };
    await writeAudit(tx, context, { action: "benchmark.launch", objectKind: "run", objectId: runId, detail });
    await announceQueued(tx, { runId, hostId: target.host.id });
  }
  return { batchId: batch.id, runs: runs.length, declined: targets.length - runs.length };
}

/** Launches that take longer than from one time to the next would pile up. */
async function refuseUnfinished(tx: Transaction, { id, name }: BenchmarkSchedule): Promise<void> {
  const open = await tx.benchmarkRun.findFirst({
    where: { batch: { scheduleId: id }, state: { in: ["queued", "requested", "running"] } },
    select: { targetLabel: true },
  });
  if (open === null) return;
  throw new ServiceError("conflict", `What "${name}" launched before is not over: ${open.targetLabel}.`);
}

/** A serial was typed for a drive in a host; in another one nobody said that its data may be lost. */
function whereConfirmed(found: readonly FoundTarget[], targets: readonly ScheduledTarget[]): FoundTarget[] {
  return found.map((each, index) => {
    const known = targets[index];
    if (each.kind === "gone" || known?.typedSerial === undefined || each.target.host.id === known.hostId) return each;
    const { label, host } = each.target;
    const message = `${label} was moved from ${known.hostname} to ${host.hostname} after its serial was typed.`;
    const error = new ServiceError("conflict", message, { remedy: "Make the schedule again." });
    return { kind: "gone", choice: each.choice, error };
  });
}

interface Scheduled {
  readonly schedule: BenchmarkSchedule;
  readonly targets: readonly ScheduledTarget[];
  readonly found: readonly FoundTarget[];
  readonly plan: LoadedPlan;
  readonly batch: BatchHead;
}

async function admitEach(tx: Transaction, context: ServiceContext, scheduled: Scheduled): Promise<AdmittedRun[]> {
  const { schedule, targets, found, plan, batch } = scheduled;
  const { parallelOnHost, startTogether } = schedule;
  if (startTogether) {
    const typed = new Map(
      targets.flatMap(({ choice, typedSerial }, index) => {
        const each = found[index];
        if (each?.kind !== "found" || typedSerial === undefined) return [];
        return typedOf(choice, typedSerial, each.target);
      }),
    );
    return admitAll(tx, context, found, { batch, plan, parallelOnHost, typed });
  }
  const admitted: AdmittedRun[] = [];
  for (const [index, each] of found.entries()) {
    const known = targets[index];
    if (known === undefined) continue;
    const refuse = async ({ message, remedy }: ServiceError) => {
      const target = each.kind === "found" ? each.target : undefined;
      const reason = [message, remedy].filter(Boolean).join(" ");
      const { label, hostname } = known;
      await keepDeclined(tx, context, { plan: plan.document, batchId: batch.id, reason, target, label, hostname });
    };
    if (each.kind === "gone") {
      await refuse(each.error);
      continue;
    }
    const { target } = each;
    try {
      const asked = {
        target,
        plan: plan.on(planTarget(target)),
        parallelOnHost,
        batch,
        typedSerial: known.typedSerial,
        mayWait: true,
      };
      admitted.push({ runId: await admitRun(tx, context, asked), target });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      await refuse(error);
    }
  }
  return admitted;
}

/** What was typed for a target, drive by drive: for a volume only if it still has the drives for which it was. */
function typedOf(choice: TargetChoice, typedSerial: string, target: Target): (readonly [string, string])[] {
  if (choice.kind === "namespace") return [[choice.driveId, typedSerial]];
  if (typedSerial !== confirmationOf(target)) return [];
  return target.drives.map(({ id, serial }) => [id, serial]);
}
