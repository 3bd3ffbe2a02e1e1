import type { Database, Transaction } from "@crosspoint/db";
import { openCommandStates, openRunStates } from "../../command/rules/open-work.ts";
import { runsOnTarget, type Target } from "./target.ts";

/** A run that is requested or running on the host of the target. */
export interface OpenRun {
  readonly id: string;
  readonly targetLabel: string;
  readonly onTarget: boolean;
  /** It may run beside others of its host that say the same. */
  readonly parallelOnHost: boolean;
}

/** Most open runs that are looked at on one host; one is enough to refuse a launch. */
const openRunsLimit = 100;

/** Runs that are requested or running on the target's host or on the target, wherever it was then. */
export async function findOpenRuns(db: Database | Transaction, target: Target): Promise<OpenRun[]> {
  const runs = await db.benchmarkRun.findMany({
    where: { state: { in: [...openRunStates] }, OR: [{ hostId: target.host.id }, runsOnTarget(target)] },
    select: { id: true, targetLabel: true, driveId: true, scratchFileId: true, parallelOnHost: true },
    take: openRunsLimit,
  });
  return runs.map((run) => {
    const { id, targetLabel, parallelOnHost } = run;
    return { id, targetLabel, parallelOnHost, onTarget: isOn(run, target) };
  });
}

/** Those that a new run would disturb: of its target, and of its host unless both were asked for beside others. */
export function disturbing(runs: readonly OpenRun[], { parallelOnHost }: { parallelOnHost: boolean }): OpenRun[] {
  return runs.filter((run) => run.onTarget || !(parallelOnHost && run.parallelOnHost));
}

function isOn(run: { driveId: string | null; scratchFileId: string | null }, target: Target): boolean {
  return target.kind === "namespace" ? run.driveId === target.drive.id : run.scratchFileId === target.scratchFileId;
}

/** Whether a command to the target's drive (a format, a self-test, …) is asked for or being carried out. */
export async function hasOpenCommand(db: Database | Transaction, target: Target): Promise<boolean> {
  if (target.kind === "scratchFile") return false;
  const where = { driveId: target.drive.id, hostId: target.host.id, state: { in: [...openCommandStates] } };
  return (await db.command.findFirst({ where, select: { id: true } })) !== null;
}
