import type { BenchmarkRun, Transaction } from "@crosspoint/db";
import { lockQueuedRun } from "@crosspoint/db/queries/lock-queued-run";
import { writeAudit } from "../../audit/write.ts";
import { openRunStates } from "../../command/rules/open-work.ts";
import type { ServiceContext } from "../../context.ts";
import { queuedRunsLimit } from "./enqueue.ts";
import { judgeQueued } from "./judge-queued.ts";
import { announceQueued, startQueued } from "./start-queued.ts";

/** What became of a run that waited. */
export interface Dispatched {
  readonly runId: string;
  readonly outcome: "started" | "declined";
}

/** Most runs that are settled in one transaction; the next call takes the rest. */
const settledLimit = 32;

/** Whoever changes a host's queue holds the host: two dispatchers wait for each other here. */
export async function lockQueue(tx: Transaction, hostId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM host WHERE id = ${hostId}::uuid FOR NO KEY UPDATE`;
}

/**
 * Starts what may start of a host's queue, in its order, inside a transaction that holds the host: one run at a time, or
 * several where all of them were asked for beside others. `apart` are runs whose verb writes their audit.
 */
export async function dispatchHost(
  tx: Transaction,
  { db, now }: ServiceContext,
  hostId: string,
  { apart }: { apart?: ReadonlySet<string> } = {},
): Promise<Dispatched[]> {
  const context = { db, now, actor: { kind: "system", label: "queue" } } as const;
  const open = await tx.benchmarkRun.findMany({
    where: { hostId, state: { in: [...openRunStates] } },
    select: { parallelOnHost: true },
    take: queuedRunsLimit,
  });
  const dispatched: Dispatched[] = [];
  // Drives for which a run waits: one behind it that takes a part of a volume would let it wait for ever.
  const awaited = new Set<string>();
  for (const waiting of await readQueue(tx, hostId)) {
    if (dispatched.length >= settledLimit) break;
    // A run that is to be alone on its host is not overtaken by those behind it, or it might never come to its turn.
    if (open.length > 0 && !(waiting.parallelOnHost && open.every(({ parallelOnHost }) => parallelOnHost))) break;
    const drives = waiting.drives.map(({ driveId }) => driveId);
    const outcome = drives.some((id) => awaited.has(id)) ? undefined : await settle(tx, context, waiting.id, apart);
    if (outcome === undefined) {
      for (const id of drives) awaited.add(id);
      continue;
    }
    dispatched.push({ runId: waiting.id, outcome });
    if (outcome === "started") open.push(waiting);
  }
  return dispatched;
}

async function readQueue(tx: Transaction, hostId: string) {
  return tx.benchmarkRun.findMany({
    where: { hostId, state: "queued" },
    select: { id: true, parallelOnHost: true, drives: { select: { driveId: true } } },
    orderBy: [{ queuePlace: "asc" }, { id: "asc" }],
    take: queuedRunsLimit,
  });
}

/** Undefined where the run waits on, or was canceled meanwhile. */
async function settle(
  tx: Transaction,
  context: ServiceContext,
  runId: string,
  apart: ReadonlySet<string> | undefined,
): Promise<Dispatched["outcome"] | undefined> {
  if (!(await lockQueuedRun(tx, runId))) return undefined;
  const run = await tx.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
  const judged = await judgeQueued(tx, context, run);
  if (judged.kind === "wait") return undefined;
  if (judged.kind === "decline") {
    await decline(tx, context, run, judged.reason);
    return "declined";
  }
  const commandId = await startQueued(tx, { ...context, actor: judged.asker }, judged.run);
  if (!apart?.has(runId)) await writeStartAudit(tx, context, run, commandId);
  return "started";
}

/** A run that waited and that is not started; says so where its launch is looked at. */
export async function decline(
  tx: Transaction,
  context: ServiceContext,
  run: BenchmarkRun,
  reason: string,
): Promise<void> {
  await tx.benchmarkRun.update({
    where: { id: run.id },
    data: { state: "declined", reason, finishedAt: context.now, queuePlace: null, confirmedSerial: null },
  });
  await writeAudit(tx, context, {
    action: "benchmark.declineQueued",
    objectKind: "run",
    objectId: run.id,
    detail: { target: run.targetLabel, plan: run.planName, askedBy: run.requestedBy, reason },
  });
  if (run.hostId !== null) await announceQueued(tx, { runId: run.id, hostId: run.hostId });
}

async function writeStartAudit(tx: Transaction, context: ServiceContext, run: BenchmarkRun, commandId: string) {
  await writeAudit(tx, context, {
    action: "benchmark.startQueued",
    objectKind: "run",
    objectId: run.id,
    detail: {
      target: run.targetLabel,
      host: run.hostname,
      plan: run.planName,
      askedBy: run.requestedBy,
      ...(run.confirmedSerial === null ? {} : { serialTypedAtLaunch: run.confirmedSerial }),
    },
    commandId,
  });
}
