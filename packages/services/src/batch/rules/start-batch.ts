import { randomUUID } from "node:crypto";
import type { Transaction } from "@crosspoint/db";
import type { FieldError } from "@crosspoint/protocol";
import { actorLabel } from "../../actor.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { notify } from "../../live/notify.ts";
import type { LoadedPlan } from "../../plan/rules/loaded-plan.ts";
import { planHash } from "../../plan/rules/plan-hash.ts";
import { typedFor } from "../../run/rules/confirm-drives.ts";
import { dispatchHost } from "../../run/rules/dispatch-host.ts";
import { admitRun } from "../../run/rules/launch-run.ts";
import { planTarget, type Target } from "../../run/rules/target.ts";
import type { FoundTarget } from "./lock-targets.ts";

/**
 * From the launch to the common start: the commands have to reach every host, and each agent prepares its run before it
 * waits. Long polls carry a command within a second; an agent that lost its connection comes back within a few.
 */
export const togetherLeadMs = 15_000;

export interface NewBatch {
  readonly name: string;
  readonly plan: LoadedPlan;
  readonly startTogether: boolean;
  readonly scheduleId?: string;
}

export interface BatchHead {
  readonly id: string;
  readonly startsAt: Date | null;
}

/** The batch's own row, before its runs. */
export async function createBatch(
  tx: Transaction,
  { actor, now }: ServiceContext,
  { name, plan, startTogether, scheduleId }: NewBatch,
): Promise<BatchHead> {
  const { document } = plan;
  const startsAt = startTogether ? new Date(now.getTime() + togetherLeadMs) : null;
  const id = randomUUID();
  await tx.benchmarkBatch.create({
    data: {
      id,
      name,
      planId: document.id,
      planName: document.name,
      planHash: planHash(document.steps),
      startsAt,
      scheduleId: scheduleId ?? null,
      requestedById: actor.kind === "person" ? actor.id : null,
      requestedBy: actorLabel(actor),
      requestedAt: now,
    },
  });
  await notify(tx, { topic: "batch", batchId: id });
  return { id, startsAt };
}

export interface BatchCase {
  readonly batch: BatchHead;
  readonly plan: LoadedPlan;
  readonly parallelOnHost: boolean;
  /** By the drive's id. */
  readonly typed: ReadonlyMap<string, string>;
}

export interface AdmittedRun {
  readonly runId: string;
  readonly target: Target;
}

/** Judges every target and puts its run into the queue; throws where anything stands against any, and says of each what. */
export async function admitAll(
  tx: Transaction,
  context: ServiceContext,
  found: readonly FoundTarget[],
  asked: BatchCase,
): Promise<AdmittedRun[]> {
  const admitted: AdmittedRun[] = [];
  const refused: { index: number; error: ServiceError }[] = [];
  for (const [index, each] of found.entries()) {
    const outcome = each.kind === "gone" ? each.error : await admit(tx, context, each.target, asked);
    if (outcome instanceof ServiceError) refused.push({ index, error: outcome });
    else admitted.push(outcome);
  }
  if (refused.length > 0) throw refusal(refused, found.length);
  return admitted;
}

async function admit(
  tx: Transaction,
  context: ServiceContext,
  target: Target,
  { batch, plan, parallelOnHost, typed }: BatchCase,
): Promise<AdmittedRun | ServiceError> {
  const together = batch.startsAt !== null;
  const typedSerial = typedFor(target, typed);
  const run = { target, plan: plan.on(planTarget(target)), parallelOnHost: parallelOnHost || together, batch };
  try {
    return { runId: await admitRun(tx, context, { ...run, typedSerial, mayWait: !together }), target };
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function refusal(refused: readonly { index: number; error: ServiceError }[], all: number): ServiceError {
  const [first] = refused;
  const fields: FieldError[] = refused.map(({ index, error }) => ({
    path: `targets.${index}`,
    message: error.message,
  }));
  const words = first?.error.message ?? "";
  const message = all === 1 ? words : `${refused.length} of ${all} targets cannot be measured now. ${words}`;
  return new ServiceError(first?.error.code ?? "conflict", message, {
    remedy: first?.error.remedy ?? "Choose other targets.",
    fields,
  });
}

/** Starts what may start on each host. Runs that are to begin together all start here, or the batch is refused. */
export async function dispatchBatch(
  tx: Transaction,
  context: ServiceContext,
  runs: readonly AdmittedRun[],
  { startsAt }: BatchHead,
): Promise<number> {
  const apart = new Set(runs.map(({ runId }) => runId));
  const started = new Set<string>();
  for (const hostId of new Set(runs.map(({ target }) => target.host.id))) {
    // Each call settles a part of a long queue.
    for (let more = true; more; ) {
      const dispatched = await dispatchHost(tx, context, hostId, { apart });
      for (const { runId } of dispatched) if (apart.has(runId)) started.add(runId);
      more = startsAt !== null && dispatched.length > 0;
    }
  }
  const late = startsAt === null ? undefined : runs.find(({ runId }) => !started.has(runId));
  if (late !== undefined) {
    throw new ServiceError("conflict", `${late.target.label} cannot start at the common time.`, {
      remedy: "Free its host first, or leave it out.",
    });
  }
  return started.size;
}
