import type { BenchmarkRun, Transaction } from "@crosspoint/db";
import type { BenchmarkPlan } from "@crosspoint/protocol";
import type { Person } from "../../actor.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { hearableUntil } from "../../health/gateway-pulse.ts";
import { planPoints } from "../../plan/rules/chosen-plan.ts";
import { readAsker } from "./asker.ts";
import { confirmDrives } from "./confirm-drives.ts";
import { destroysData, launchBlockers } from "./launch-blockers.ts";
import { loadTarget } from "./load-target.ts";
import { findOpenRuns, hasOpenCommand } from "./open-runs.ts";
import { type RunVolume, readRunVolume, runVolumeOf } from "./run-volume.ts";
import { settledDrive } from "./settings.ts";
import type { StartingRun } from "./start-queued.ts";
import { chosenTarget } from "./stored-target.ts";
import type { Target, VolumeTarget } from "./target.ts";

/** What becomes of a queued run now: it starts in the name of who asked for it, waits on, or never starts. */
export type Judgment =
  | { readonly kind: "start"; readonly asker: Person; readonly run: StartingRun }
  | { readonly kind: "wait" }
  | { readonly kind: "decline"; readonly reason: string };

/**
 * Judges a queued run as if it were asked for at this moment: what was allowed when it was put into the queue may have
 * been taken back since. Only a busy drive makes it wait.
 */
export async function judgeQueued(tx: Transaction, context: ServiceContext, run: BenchmarkRun): Promise<Judgment> {
  try {
    const asker = await readAsker(tx, run);
    const target = await loadTarget(tx, chosenTarget(run));
    if (target.host.id !== run.hostId) throw moved(target, run);
    if (target.kind === "volume" && !isMadeAsBefore(target, run)) throw madeAnew(target);
    const plan = run.plan as unknown as BenchmarkPlan;
    const points = planPoints(plan.steps);
    const openRuns = (await findOpenRuns(tx, target)).filter(({ onTarget }) => onTarget);
    if (openRuns.length > 0 || (await hasOpenCommand(tx, target))) return { kind: "wait" };
    const settled = await settledDrive(tx, target, plan.steps);
    const judged = { document: plan, points };
    const now = await hearableUntil(tx, context.now);
    const facts = { now, target, plan: judged, openRuns: [], openCommand: false, settled };
    const [blocker] = launchBlockers({ actor: asker, ...facts });
    if (blocker !== undefined) return { kind: "decline", reason: `${blocker.message} ${blocker.remedy}` };
    const typed = run.confirmedSerial ?? undefined;
    const confirmed = destroysData(target, plan.steps) ? confirmDrives(target, typed) : {};
    const { id, parallelOnHost, notBefore } = run;
    return { kind: "start", asker, run: { id, target, plan, parallelOnHost, notBefore, confirmed } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: "decline", reason: [error.message, error.remedy].filter(Boolean).join(" ") };
  }
}

function moved(target: Target, { hostname }: BenchmarkRun): ServiceError {
  const message = `${target.label} was moved from ${hostname} to ${target.host.hostname} while it waited.`;
  return new ServiceError("conflict", message, { remedy: "Launch it again." });
}

/** The run holds the drives that the volume had when it was asked for, and its results name them. */
function isMadeAsBefore(target: VolumeTarget, { volume }: BenchmarkRun): boolean {
  const before = readRunVolume(volume);
  return before !== undefined && wordsOf(before) === wordsOf(runVolumeOf(target));
}

/** In an order of their own: a host may list the same members in another. */
function wordsOf({ members }: RunVolume): string {
  const words = members.map(({ driveId, nsid, partition = 0 }) => `${driveId} ${nsid} ${partition}`);
  return words.toSorted().join();
}

function madeAnew({ label }: VolumeTarget): ServiceError {
  const message = `${label} is not made of the same drives any more as when the run was asked for.`;
  return new ServiceError("conflict", message, { remedy: "Launch it again." });
}
