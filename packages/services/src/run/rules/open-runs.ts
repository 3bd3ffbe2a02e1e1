import type { Database, Prisma, Transaction } from "@crosspoint/db";
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

/** Most open runs that are looked at on one host, and on one target; one is enough to refuse a launch. */
const openRunsLimit = 100;

/**
 * Runs that are requested or running on the target, wherever it was then, and after them those on its host. The target's own come
 * first and are never left out, however many run beside each other on the host.
 */
export async function findOpenRuns(db: Database | Transaction, target: Target): Promise<OpenRun[]> {
  const onTarget = await openRunsWhere(db, runsOnTarget(target));
  const onHost = await openRunsWhere(db, {
    hostId: target.host.id,
    id: { notIn: onTarget.map(({ id }) => id) },
  });
  return [
    ...onTarget.map((run) => ({ ...run, onTarget: true })),
    ...onHost.map((run) => ({ ...run, onTarget: false })),
  ];
}

function openRunsWhere(db: Database | Transaction, where: Prisma.BenchmarkRunWhereInput) {
  return db.benchmarkRun.findMany({
    where: { state: { in: [...openRunStates] }, ...where },
    select: { id: true, targetLabel: true, parallelOnHost: true },
    // Those that refuse a launch first.
    orderBy: [{ parallelOnHost: "asc" }, { id: "asc" }],
    take: openRunsLimit,
  });
}

/** Those that a new run would disturb: of its target, and of its host unless both were asked for beside others. */
export function disturbing(runs: readonly OpenRun[], { parallelOnHost }: { parallelOnHost: boolean }): OpenRun[] {
  return runs.filter((run) => run.onTarget || !(parallelOnHost && run.parallelOnHost));
}

/** Whether a command to a drive of the target (a format, a self-test, …) is asked for or being carried out. */
export async function hasOpenCommand(db: Database | Transaction, target: Target): Promise<boolean> {
  if (target.drives.length === 0) return false;
  const driveIds = target.drives.map(({ id }) => id);
  const where = { driveId: { in: driveIds }, hostId: target.host.id, state: { in: [...openCommandStates] } };
  return (await db.command.findFirst({ where, select: { id: true } })) !== null;
}
