import type { Transaction } from "@crosspoint/db";
import { refuseFirst } from "../../blockers.ts";
import type { ServiceContext } from "../../context.ts";
import { hearableUntil } from "../../health/gateway-pulse.ts";
import type { ChosenPlan } from "../../plan/rules/loaded-plan.ts";
import { confirmationOf, confirmDrives } from "./confirm-drives.ts";
import { enqueueRun, type NewRun } from "./enqueue.ts";
import { destroysData, launchBlockers } from "./launch-blockers.ts";
import { loadTarget } from "./load-target.ts";
import { disturbing, findOpenRuns, hasOpenCommand } from "./open-runs.ts";
import { settledDrive } from "./settings.ts";
import type { Target, TargetChoice } from "./target.ts";

/**
 * Launches on one host wait for one another here, so that two cannot both find the target free; and while it is being
 * settled whose the drive is.
 */
export async function lockTarget(tx: Transaction, choice: TargetChoice): Promise<Target> {
  const found = await loadTarget(tx, choice);
  await tx.$queryRaw`SELECT id FROM host WHERE id = ${found.host.id}::uuid FOR NO KEY UPDATE`;
  const driveIds = found.drives.map(({ id }) => id);
  await tx.$queryRaw`SELECT id FROM drive WHERE id = ANY (${driveIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  return loadTarget(tx, choice);
}

export interface AskedRun extends Omit<NewRun, "confirmedSerial" | "atFront" | "settled"> {
  /** As a person typed it. */
  readonly typedSerial: string | undefined;
  /** Whether it may wait for its turn; otherwise a busy target or host refuses it. */
  readonly mayWait: boolean;
}

/** Puts a run into the queue after judging it, and its typed serial; throws where something blocks it. */
export async function admitRun(tx: Transaction, context: ServiceContext, asked: AskedRun): Promise<string> {
  const { target, plan, typedSerial, mayWait, ...more } = asked;
  const settled = await settledDrive(tx, target, plan.document.steps);
  refuseFirst(
    launchBlockers({
      actor: context.actor,
      now: await hearableUntil(tx, context.now),
      target,
      plan,
      settled,
      openRuns: mayWait ? [] : disturbing(await findOpenRuns(tx, target), asked),
      openCommand: mayWait ? false : await hasOpenCommand(tx, target),
    }),
  );
  const confirmed = destroysData(target, plan.document.steps) ? confirmDrives(target, typedSerial) : {};
  return enqueueRun(tx, context, { target, plan, settled, ...more, atFront: !mayWait, ...confirmed });
}

/** What the audit tells of a launch. */
export function launchDetail(target: Target, plan: ChosenPlan) {
  const writesToDrive = destroysData(target, plan.document.steps);
  return {
    target: target.label,
    host: target.host.hostname,
    plan: plan.document.name,
    writesToDrive,
    ...(writesToDrive ? { typedSerial: confirmationOf(target) } : {}),
  };
}
