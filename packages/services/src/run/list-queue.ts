import { expectedStarts } from "@crosspoint/domain";
import { z } from "zod";
import { openRunStates } from "../command/rules/open-work.ts";
import type { ServiceContext } from "../context.ts";
import { productNameOf } from "../drive/rules/product-name.ts";
import { requireRight } from "../rights.ts";

export const listQueueInput = z.object({ hostId: z.uuid().optional() });

/** Most runs of one answer, over all hosts. */
const runsLimit = 1000;

interface RunInQueue {
  readonly runId: string;
  readonly targetLabel: string;
  readonly driveId: string | undefined;
  readonly model: string | undefined;
  /** What its vendor calls the model, where the catalog knows it. */
  readonly productName: string | undefined;
  readonly serial: string | undefined;
  readonly planName: string;
  readonly batchId: string | undefined;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly parallelOnHost: boolean;
  /** As it was estimated when it was asked for: the longest, and the shortest. */
  readonly durationMs: number;
  readonly durationLeastMs: number;
}

export interface QueuedRun extends RunInQueue {
  /** By the shortest and the longest times of the runs before it, if those start and nothing holds them up. */
  readonly earliestStart: Date;
  readonly latestStart: Date;
}

export interface OpenRunInQueue extends RunInQueue {
  readonly state: "requested" | "running";
  readonly startedAt: Date | undefined;
  /** By its shortest and its longest time. */
  readonly earliestEnd: Date;
  readonly latestEnd: Date;
}

export interface HostQueue {
  readonly hostId: string;
  readonly hostname: string;
  readonly open: readonly OpenRunInQueue[];
  /** In the order in which they start. */
  readonly queued: readonly QueuedRun[];
}

export interface QueueList {
  readonly hosts: readonly HostQueue[];
  /** More runs than fit wait; ask for one host. */
  readonly more: boolean;
}

/** What runs and what waits, host by host. */
export async function listQueue(
  { db, actor, now }: ServiceContext,
  { hostId }: z.infer<typeof listQueueInput>,
): Promise<QueueList> {
  requireRight({ actor }, "benchmark.view");
  const rows = await db.benchmarkRun.findMany({
    where: { hostId: hostId ?? { not: null }, state: { in: ["queued", ...openRunStates] } },
    select: {
      id: true,
      hostId: true,
      hostname: true,
      driveId: true,
      scratchFileId: true,
      drives: { select: { driveId: true } },
      targetLabel: true,
      model: true,
      serial: true,
      planName: true,
      batchId: true,
      state: true,
      requestedBy: true,
      requestedAt: true,
      startedAt: true,
      plannedSeconds: true,
      plannedSecondsLeast: true,
      parallelOnHost: true,
    },
    orderBy: [{ hostname: "asc" }, { hostId: "asc" }, { queuePlace: "asc" }, { id: "asc" }],
    take: runsLimit + 1,
  });
  const byHost = Map.groupBy(rows.slice(0, runsLimit), (row) => row.hostId ?? "");
  return {
    hosts: [...byHost].map(([id, own]) => ({ hostId: id, ...queueOf(own, now) })),
    more: rows.length > runsLimit,
  };
}

interface Row {
  readonly id: string;
  readonly hostname: string;
  readonly driveId: string | null;
  readonly scratchFileId: string | null;
  readonly drives: readonly { readonly driveId: string }[];
  readonly targetLabel: string;
  readonly model: string | null;
  readonly serial: string | null;
  readonly planName: string;
  readonly batchId: string | null;
  readonly state: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly startedAt: Date | null;
  readonly plannedSeconds: number;
  readonly plannedSecondsLeast: number;
  readonly parallelOnHost: boolean;
}

function queueOf(rows: readonly Row[], now: Date): Omit<HostQueue, "hostId"> {
  const open = rows.filter(({ state }) => state !== "queued").map((row) => openRunOf(row, now));
  const queued = rows.filter(({ state }) => state === "queued");
  const playing = { open, queued, targetsOf: new Map(rows.map((row) => [row.id, occupiedBy(row)])) };
  const earliest = startsOf(playing, now, "least");
  const latest = startsOf(playing, now, "most");
  const startOf = (starts: ReadonlyMap<string, number>, { id }: Row) => timeOf(starts.get(id) ?? now.getTime());
  return {
    hostname: rows[0]?.hostname ?? "",
    open,
    queued: queued.map((row) => ({
      ...runOf(row),
      earliestStart: startOf(earliest, row),
      latestStart: startOf(latest, row),
    })),
  };
}

interface Playing {
  readonly open: readonly OpenRunInQueue[];
  readonly queued: readonly Row[];
  /** What each run works on: its file, or its drives, of which a volume has several. */
  readonly targetsOf: ReadonlyMap<string, readonly string[]>;
}

function occupiedBy({ drives, scratchFileId, targetLabel }: Row): readonly string[] {
  return drives.length > 0 ? drives.map(({ driveId }) => driveId) : [scratchFileId ?? targetLabel];
}

/** The queue played through with the shortest or the longest times. */
function startsOf({ open, queued, targetsOf }: Playing, now: Date, which: "least" | "most"): Map<string, number> {
  const holding = open.map(({ earliestEnd, latestEnd, parallelOnHost, runId }) => ({
    targets: targetsOf.get(runId) ?? [],
    endsAtMs: (which === "least" ? earliestEnd : latestEnd).getTime(),
    parallelOnHost,
  }));
  const waiting = queued.map((row) => ({
    id: row.id,
    targets: targetsOf.get(row.id) ?? [],
    durationMs: 1000 * (which === "least" ? row.plannedSecondsLeast : row.plannedSeconds),
    parallelOnHost: row.parallelOnHost,
  }));
  return expectedStarts(now.getTime(), holding, waiting);
}

function openRunOf(row: Row, now: Date): OpenRunInQueue {
  const startedAt = row.startedAt ?? undefined;
  const endAfter = (seconds: number) => timeOf(Math.max((startedAt ?? now).getTime() + seconds * 1000, now.getTime()));
  const state = row.state === "running" ? "running" : "requested";
  const ends = { earliestEnd: endAfter(row.plannedSecondsLeast), latestEnd: endAfter(row.plannedSeconds) };
  return { ...runOf(row), state, startedAt, ...ends };
}

/** The longest queue of the longest plans ends after the last day that a Date knows. */
function timeOf(ms: number): Date {
  return new Date(Math.min(ms, 8.64e15));
}

function runOf(row: Row): RunInQueue {
  return {
    runId: row.id,
    targetLabel: row.targetLabel,
    driveId: row.driveId ?? undefined,
    model: row.model ?? undefined,
    productName: row.model === null ? undefined : productNameOf(row.model),
    serial: row.serial ?? undefined,
    planName: row.planName,
    batchId: row.batchId ?? undefined,
    requestedBy: row.requestedBy,
    requestedAt: row.requestedAt,
    parallelOnHost: row.parallelOnHost,
    durationMs: row.plannedSeconds * 1000,
    durationLeastMs: row.plannedSecondsLeast * 1000,
  };
}
