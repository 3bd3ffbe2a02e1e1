import { randomUUID } from "node:crypto";
import type { Transaction } from "@crosspoint/db";
import { type BenchmarkTarget, runSettings } from "@crosspoint/protocol";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import { refuseFirst } from "../blockers.ts";
import { requestCommand } from "../command/request.ts";
import type { ServiceContext } from "../context.ts";
import { confirmSerial } from "../drive/rules/confirm-serial.ts";
import { notify } from "../live/notify.ts";
import { type ChosenPlan, choosePlan, planChoice } from "../plan/rules/chosen-plan.ts";
import { planHash } from "../plan/rules/plan-hash.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { destroysData, type LaunchCase, launchBlockers } from "./rules/launch-blockers.ts";
import { findOpenRuns, hasOpenCommand } from "./rules/open-runs.ts";
import { settingWords, settledDrive } from "./rules/settings.ts";
import { loadTarget, type Target, targetChoice } from "./rules/target.ts";

export const launchInput = z.object({
  target: targetChoice,
  plan: planChoice,
  /** The drive's serial as a person typed it; needed where the plan writes to a drive. */
  confirmedSerial: z.string().max(64).optional(),
  /** Settings of a drive for the time of the run; its agent puts back what was before. */
  settings: runSettings.optional(),
});
type LaunchInput = z.infer<typeof launchInput>;

/** A host that does not fetch the command in this time gets none: nobody expects a run to start tomorrow. */
const launchExpiresInMs = 10 * 60_000;

/** Asks an agent to run a plan: run, command and audit stand together or not at all. */
export async function launchBenchmark(context: ServiceContext, input: LaunchInput): Promise<{ runId: string }> {
  requireRight(context, "benchmark.launch");
  return inTransaction(context.db, async (tx) => {
    const target = await lockTarget(tx, input);
    // A file has no drive of its own whose settings could change.
    const plan = choosePlan(input.plan, target.kind === "namespace" ? input.settings : undefined);
    const settled = await settledDrive(tx, target, input.settings);
    await refuseWhatStandsAgainst(tx, context, { target, points: plan.points, settled });
    const confirmed = destroysData(target, plan.points) ? confirmSerial(target.drive, input.confirmedSerial) : {};
    const runId = randomUUID();
    const commandId = await requestCommand(tx, context, {
      hostId: target.host.id,
      payload: {
        kind: "startBenchmark",
        runId,
        target: wireTarget(target),
        plan: plan.document,
        ...confirmed,
      },
      expiresInMs: launchExpiresInMs,
    });
    await createRun(tx, context, { runId, commandId, target, plan });
    await writeAudit(tx, context, {
      action: "benchmark.launch",
      objectKind: "run",
      objectId: runId,
      detail: {
        target: target.label,
        host: target.host.hostname,
        plan: plan.document.name,
        writesToDrive: destroysData(target, plan.points),
        ...(settled ? { settings: settingWords(settled.settings, settled.drive).join(", ") } : {}),
      },
      commandId,
    });
    await notify(tx, { topic: "run", runId });
    return { runId };
  });
}

/**
 * Launches on one host wait for one another here, so that two cannot both find the target free; and while it is being
 * settled whose the drive is.
 */
async function lockTarget(tx: Transaction, input: LaunchInput): Promise<Target> {
  const found = await loadTarget(tx, input.target);
  await tx.$queryRaw`SELECT id FROM host WHERE id = ${found.host.id}::uuid FOR NO KEY UPDATE`;
  if (found.kind === "namespace") {
    await tx.$queryRaw`SELECT id FROM drive WHERE id = ${found.drive.id}::uuid FOR NO KEY UPDATE`;
  }
  return loadTarget(tx, input.target);
}

async function refuseWhatStandsAgainst(
  tx: Transaction,
  context: ServiceContext,
  asked: Pick<LaunchCase, "target" | "points" | "settled">,
): Promise<void> {
  const openRuns = await findOpenRuns(tx, asked.target);
  const openCommand = await hasOpenCommand(tx, asked.target);
  refuseFirst(launchBlockers({ actor: context.actor, now: context.now, ...asked, openRuns, openCommand }));
}

function wireTarget(target: Target): BenchmarkTarget {
  if (target.kind === "scratchFile") return { kind: "scratchFile", path: target.path };
  const { pciVendorId, model, serial } = target.drive;
  return { kind: "namespace", drive: { pciVendorId, model, serial }, nsid: target.nsid };
}

interface NewRun {
  readonly runId: string;
  readonly commandId: string;
  readonly target: Target;
  readonly plan: ChosenPlan;
}

async function createRun(tx: Transaction, context: ServiceContext, { runId, commandId, target, plan }: NewRun) {
  const { document, points } = plan;
  await tx.benchmarkRun.create({
    data: {
      id: runId,
      commandId,
      hostId: target.host.id,
      hostname: target.host.hostname,
      ...targetColumns(target),
      targetLabel: target.label,
      planId: document.id,
      planName: document.name,
      plan: document,
      planHash: planHash(document.steps),
      pointsPlanned: points.length,
      requestedById: context.actor.kind === "person" ? context.actor.id : null,
      requestedBy: actorLabel(context.actor),
      requestedAt: context.now,
    },
  });
}

function targetColumns(target: Target) {
  if (target.kind === "scratchFile") return { scratchFileId: target.scratchFileId };
  const { id, model, serial } = target.drive;
  return { driveId: id, model, serial, nsid: BigInt(target.nsid) };
}
