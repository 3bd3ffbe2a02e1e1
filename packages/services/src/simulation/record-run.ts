import { findPlan } from "@crosspoint/catalog";
import { isSimulatedSerial, type PlannedPoint, planDuration } from "@crosspoint/domain";
import { actorLabel } from "../actor.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { planHash } from "../plan/rules/plan-hash.ts";
import { requireRight } from "../rights.ts";

export interface SimulatedRun {
  readonly driveId: string;
  /** A built-in plan that reads only. */
  readonly planId: string;
  readonly startedAt: Date;
}

/** What `fleetsim measure` reads: the run that it is to tell of. */
export interface RunOrder {
  readonly runId: string;
  readonly serial: string;
  readonly startedMs: number;
  readonly points: readonly PlannedPoint[];
}

/**
 * Notes a run of the past on a simulated drive, as if it had been asked for then; its host tells its results. Nobody is asked
 * to do anything.
 */
export async function recordRun(context: ServiceContext, run: SimulatedRun): Promise<RunOrder> {
  requireRight(context, "system.maintain");
  const { driveId, planId, startedAt } = run;
  const plan = findPlan(planId);
  if (plan === undefined || !plan.document.readsOnly) {
    throw new ServiceError("invalid", `There is no built-in plan ${planId} that reads only.`);
  }
  const { drive, host } = await simulatedDrive(context, driveId);
  const { document, points } = plan;
  const { secondsLeast, secondsMost } = planDuration(document.steps, {});
  const { id } = await context.db.benchmarkRun.create({
    data: {
      hostId: host.id,
      hostname: host.hostname,
      driveId: drive.id,
      model: drive.model,
      serial: drive.serial,
      nsid: 1n,
      targetLabel: `${drive.model} ${drive.serial}`,
      planId: document.id,
      planName: document.name,
      plan: document as object,
      planHash: planHash(document.steps),
      pointsPlanned: points.length,
      plannedSeconds: secondsMost,
      plannedSecondsLeast: secondsLeast,
      requestedBy: actorLabel(context.actor),
      requestedAt: startedAt,
    },
    select: { id: true },
  });
  return { runId: id, serial: drive.serial, startedMs: startedAt.getTime(), points };
}

/** Removes the runs on simulated hosts that the same actor had noted: of what was cut off nobody would tell the rest. Returns how many. */
export async function forgetRecordedRuns(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const { count } = await context.db.benchmarkRun.deleteMany({
    where: { host: { simulated: true }, requestedBy: actorLabel(context.actor), commandId: null },
  });
  return count;
}

async function simulatedDrive({ db }: ServiceContext, driveId: string) {
  const drive = await db.drive.findUnique({
    where: { id: driveId },
    select: { id: true, model: true, serial: true, sightings: { where: { endedAt: null }, include: { host: true } } },
  });
  const host = drive?.sightings[0]?.host;
  if (drive !== null && host?.simulated === true && isSimulatedSerial(drive.serial)) return { drive, host };
  throw new ServiceError("forbidden", `${driveId} is not a simulated drive in a simulated host.`);
}
