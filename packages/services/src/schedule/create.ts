import { randomUUID } from "node:crypto";
import type { Transaction } from "@crosspoint/db";
import { nextDue } from "@crosspoint/domain/schedule";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import { batchShape, typedSerials } from "../batch/rules/batch-input.ts";
import { findTargets } from "../batch/rules/lock-targets.ts";
import { refuseFirst } from "../blockers.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import type { PlanChoice } from "../plan/rules/chosen-plan.ts";
import { loadPlanToRun, loadVersion } from "../plan/rules/load-plan.ts";
import type { LoadedPlan } from "../plan/rules/loaded-plan.ts";
import { planHash } from "../plan/rules/plan-hash.ts";
import { requireRight } from "../rights.ts";
import { confirmDrives, typedFor } from "../run/rules/confirm-drives.ts";
import { destroysData, launchBlockers } from "../run/rules/launch-blockers.ts";
import { settledDrive } from "../run/rules/settings.ts";
import { planTarget, type Target } from "../run/rules/target.ts";
import { inTransaction } from "../transaction.ts";
import { rhythm, type ScheduledTarget, schedulesLimit } from "./rules/schedule-row.ts";

export const createScheduleInput = z.object({
  ...batchShape,
  name: z.string().trim().min(1).max(200),
  rhythm,
  confirmedSerials: typedSerials,
});

/** Has a plan launched again and again, or once at a time. The plan stays as it is now, whatever becomes of it. */
export async function createSchedule(
  context: ServiceContext,
  input: z.input<typeof createScheduleInput>,
): Promise<{ scheduleId: string; nextDueAt: Date }> {
  requireRight(context, "benchmark.launch");
  const asked = createScheduleInput.parse(input);
  const due = nextDue(asked.rhythm, context.now);
  if (due === undefined) {
    const fields = [{ path: "rhythm.at", message: "The time is over." }];
    throw new ServiceError("invalid", "The time is over.", { remedy: "Choose one that is to come.", fields });
  }
  const typed = new Map(asked.confirmedSerials.map(({ driveId, serial }) => [driveId, serial]));
  return inTransaction(context.db, async (tx) => {
    await refuseTooMany(tx);
    const plan = await loadPlanToRun(tx, asked.plan, asked.settings);
    const targets: ScheduledTarget[] = [];
    for (const found of await findTargets(tx, asked.targets)) {
      if (found.kind === "gone") throw found.error;
      targets.push(await scheduledTarget(tx, context, { ...found, plan, typed }));
    }
    const id = randomUUID();
    const { name, parallelOnHost, startTogether } = asked;
    await tx.benchmarkSchedule.create({
      data: {
        id,
        name,
        ...planColumns(plan),
        ...(await versionColumns(tx, asked.plan)),
        targets: targets.map((target) => ({ ...target })),
        rhythm: asked.rhythm.kind === "once" ? { kind: "once", at: asked.rhythm.at.toISOString() } : asked.rhythm,
        parallelOnHost,
        startTogether,
        nextDueAt: due,
        createdById: context.actor.kind === "person" ? context.actor.id : null,
        createdBy: actorLabel(context.actor),
        createdAt: context.now,
      },
    });
    const serials = targets.flatMap(({ typedSerial }) => typedSerial ?? []);
    const detail = { schedule: name, plan: plan.document.name, targets: targets.length, nextDueAt: due.toISOString() };
    await writeAudit(tx, context, {
      action: "schedule.create",
      objectKind: "schedule",
      objectId: id,
      detail: { ...detail, ...(serials.length > 0 ? { typedSerials: serials.join(", ") } : {}) },
    });
    await notify(tx, { topic: "schedule", scheduleId: id });
    return { scheduleId: id, nextDueAt: due };
  });
}

async function refuseTooMany(tx: Transaction): Promise<void> {
  if ((await tx.benchmarkSchedule.count()) < schedulesLimit) return;
  throw new ServiceError("conflict", `There are ${schedulesLimit} schedules already.`, {
    remedy: "Delete some first.",
  });
}

/** What can pass until the time comes is no reason to refuse now: a host that is silent, a drive that is in use. */
const lasting: ReadonlySet<string> = new Set(["unauthenticated", "forbidden", "invalid"]);

async function scheduledTarget(
  tx: Transaction,
  { actor, now }: ServiceContext,
  asked: Pick<ScheduledTarget, "choice"> & { target: Target; plan: LoadedPlan; typed: ReadonlyMap<string, string> },
): Promise<ScheduledTarget> {
  const { choice, target, typed } = asked;
  const plan = asked.plan.on(planTarget(target));
  const settled = await settledDrive(tx, target, plan.document.steps);
  const { steps } = plan.document;
  const blockers = launchBlockers({ actor, now, target, plan, settled, openRuns: [], openCommand: false });
  refuseFirst(blockers.filter(({ code }) => lasting.has(code)));
  const { label, host } = target;
  const known = { choice, label, hostId: host.id, hostname: host.hostname };
  if (!destroysData(target, steps)) return known;
  return { ...known, typedSerial: confirmDrives(target, typedFor(target, typed)).confirmedSerial };
}

function planColumns({ document }: LoadedPlan) {
  return { planId: document.id, planName: document.name, plan: document, planHash: planHash(document.steps) };
}

/** The version of a saved plan that may not be deleted as long as the schedule is there. */
async function versionColumns(tx: Transaction, choice: PlanChoice) {
  if (choice.kind !== "saved") return {};
  return { savedPlanId: choice.savedPlanId, savedPlanVersion: (await loadVersion(tx, choice)).version };
}
