import { randomUUID } from "node:crypto";
import type { Transaction } from "@crosspoint/db";
import { countPoints, planDuration, type TargetFacts } from "@crosspoint/domain";
import type { PlanTemplate } from "@crosspoint/protocol";
import { actorLabel } from "../../actor.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import type { ChosenPlan } from "../../plan/rules/loaded-plan.ts";
import { planHash } from "../../plan/rules/plan-hash.ts";
import { readTargetFacts } from "./drive-facts.ts";
import { runVolumeOf } from "./run-volume.ts";
import type { SettledDrive } from "./settings.ts";
import type { Target } from "./target.ts";

/** Most runs that wait on one host. */
export const queuedRunsLimit = 512;

export interface NewRun {
  readonly target: Target;
  readonly plan: ChosenPlan;
  /** Its drive, where the plan changes it. */
  readonly settled: SettledDrive | undefined;
  readonly parallelOnHost: boolean;
  /** Before all that wait: a launch that starts now or never. */
  readonly atFront?: boolean;
  /** What a person typed; used up by the start of the run. */
  readonly confirmedSerial?: string | undefined;
  readonly batch?: { readonly id: string; readonly startsAt: Date | null } | undefined;
}

/** Puts a run into its host's queue, inside a transaction that holds the host. Returns its id. */
export async function enqueueRun(tx: Transaction, context: ServiceContext, run: NewRun): Promise<string> {
  const { target, plan, parallelOnHost, atFront = false, confirmedSerial, batch } = run;
  const id = randomUUID();
  await tx.benchmarkRun.create({
    data: {
      id,
      state: "queued",
      queuePlace: await nextPlace(tx, target, atFront),
      hostId: target.host.id,
      hostname: target.host.hostname,
      ...targetColumns(target),
      ...planColumns(plan.document, await readTargetFacts(tx, target, run.settled)),
      ...(plan.rated === undefined ? {} : { rated: { ...plan.rated } as object }),
      parallelOnHost,
      confirmedSerial: confirmedSerial ?? null,
      batchId: batch?.id ?? null,
      notBefore: batch?.startsAt ?? null,
      ...requestColumns(context),
    },
  });
  return id;
}

export interface RefusedRun {
  /** As it was chosen. */
  readonly plan: PlanTemplate;
  readonly batchId: string;
  readonly reason: string;
  /** As it stands; undefined where it is gone. */
  readonly target: Target | undefined;
  /** How it was called when it was chosen. */
  readonly label: string;
  readonly hostname: string;
}

/** Keeps a run that is refused before it could wait, so that what was asked and what became of it can be seen. */
export async function keepDeclined(tx: Transaction, context: ServiceContext, run: RefusedRun): Promise<string> {
  const { plan, batchId, reason, target, label, hostname } = run;
  const { id } = await tx.benchmarkRun.create({
    data: {
      state: "declined",
      reason,
      finishedAt: context.now,
      hostname,
      targetLabel: label,
      ...(target === undefined ? {} : { hostId: target.host.id, ...targetColumns(target) }),
      ...planColumns(plan),
      batchId,
      ...requestColumns(context),
    },
    select: { id: true },
  });
  return id;
}

async function nextPlace(tx: Transaction, { host }: Target, atFront: boolean): Promise<number> {
  const { _min, _max, _count } = await tx.benchmarkRun.aggregate({
    where: { hostId: host.id, state: "queued" },
    _min: { queuePlace: true },
    _max: { queuePlace: true },
    _count: true,
  });
  if (atFront) return (_min.queuePlace ?? 1) - 1;
  if (_count >= queuedRunsLimit) {
    throw new ServiceError("conflict", `${queuedRunsLimit} runs wait on ${host.hostname} already.`, {
      remedy: "Cancel some of them, or wait.",
    });
  }
  return (_max.queuePlace ?? -1) + 1;
}

function planColumns(document: PlanTemplate, facts: TargetFacts = {}) {
  const { secondsLeast, secondsMost } = planDuration(document.steps, facts);
  return {
    planId: document.id,
    planName: document.name,
    plan: document,
    planHash: planHash(document.steps),
    pointsPlanned: countPoints(document.steps),
    plannedSeconds: secondsMost,
    plannedSecondsLeast: secondsLeast,
  };
}

function requestColumns({ actor, now }: ServiceContext) {
  return {
    requestedById: actor.kind === "person" ? actor.id : null,
    requestedBy: actorLabel(actor),
    requestedAt: now,
  };
}

function targetColumns(target: Target) {
  const { label: targetLabel } = target;
  switch (target.kind) {
    case "scratchFile":
      return { scratchFileId: target.scratchFileId, targetLabel };
    case "namespace": {
      const { id, model, serial } = target.drive;
      return { driveId: id, model, serial, nsid: BigInt(target.nsid), targetLabel };
    }
    case "volume": {
      const drives = { create: target.drives.map(({ id }) => ({ driveId: id })) };
      return { volumeId: target.volumeId, volume: runVolumeOf(target) as object, targetLabel, drives };
    }
  }
}
