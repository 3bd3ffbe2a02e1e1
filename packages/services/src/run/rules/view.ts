/** A run as a person sees it: plain data, sizes and counts as numbers below 2^53. */
import type { BenchmarkPoint, BenchmarkRun, PointState as HeardPointState, RunOrigin, RunState } from "@crosspoint/db";
import {
  HOST_SILENT_AFTER_MS,
  type HostWord,
  hostWord,
  type PlannedPoint,
  type PointSpec,
  pointsAreAtMost,
  type Raised,
  RUNNING_SILENT_AFTER_MS,
} from "@crosspoint/domain";
import { productNameOf } from "../../drive/rules/product-name.ts";
import { readPlan, readPointSpec, readRaised } from "../../stored/run.ts";
import { type RunVolume, readRunVolume } from "./run-volume.ts";

/** A tool by its own name, and its version where its file says it. */
export interface RunTool {
  readonly name: string;
  readonly version: string | undefined;
}

export interface RunHead {
  readonly id: string;
  readonly origin: RunOrigin;
  /** What measured it, where no agent of this server did. */
  readonly tool: RunTool | undefined;
  readonly state: RunState;
  readonly reason: string | undefined;
  readonly targetLabel: string;
  /** Absent where it was removed; its names stay. */
  readonly driveId: string | undefined;
  readonly model: string | undefined;
  /** What its vendor calls the model, where the catalog knows it. */
  readonly productName: string | undefined;
  readonly serial: string | undefined;
  readonly scratchFileId: string | undefined;
  /** What it was made of when the run was asked for; absent for a drive and a file. */
  readonly volume: RunVolume | undefined;
  /** Absent where it was removed. */
  readonly hostId: string | undefined;
  readonly hostname: string;
  readonly planId: string;
  readonly planName: string;
  /** The same for runs of the same steps. */
  readonly planHash: string;
  readonly pointsPlanned: number;
  /** Rounds or a search may end with fewer. */
  readonly pointsAreAtMost: boolean;
  /** Points that were measured to their end and whose result has arrived, and those that were skipped for a reason. */
  readonly pointsFinished: number;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  readonly cancelRequestedAt: Date | undefined;
  /** Not sooner than this, together with the others of its batch. */
  readonly notBefore: Date | undefined;
  readonly batchId: string | undefined;
  readonly note: string;
  readonly tags: readonly string[];
  /** Whether its host is heard of; asked only while the run is open. */
  readonly hostWord: HostWord;
}

/** `pending`: nothing was heard of it; it stands in the plan. */
export type PointState = HeardPointState | "pending";

export interface PointProgress {
  /** Its place in the order of measuring, from 0. */
  readonly sequence: number;
  readonly stepPath: readonly number[];
  readonly round: number | undefined;
  /** Of a search: what it raised, and to which value. */
  readonly raised: Raised | undefined;
  readonly spec: PointSpec;
  readonly state: PointState;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
}

/** What {@link headOf} reads with a run. */
export const runHeadInclude = {
  host: { select: { hostname: true, lastSeenAt: true } },
  imported: { select: { toolName: true, toolVersion: true } },
} as const;

type RunRow = BenchmarkRun & {
  host: { hostname: string; lastSeenAt: Date | null } | null;
  imported: { toolName: string; toolVersion: string | null } | null;
};

/** `now` is the time until which hosts could be heard. */
export function headOf(run: RunRow, now: Date): RunHead {
  // A plan may have thousands of points: it is read once.
  const isAtMost = pointsAreAtMost(readPlan(run.plan).steps);
  return {
    id: run.id,
    origin: run.origin,
    tool: run.imported === null ? undefined : toolOf(run.imported),
    state: run.state,
    reason: reasonOf(run, isAtMost),
    targetLabel: run.targetLabel,
    driveId: run.driveId ?? undefined,
    model: run.model ?? undefined,
    productName: run.model === null ? undefined : productNameOf(run.model),
    serial: run.serial ?? undefined,
    scratchFileId: run.scratchFileId ?? undefined,
    volume: readRunVolume(run.volume),
    hostId: run.hostId ?? undefined,
    // A host that was renamed is found by its name of today; one that was removed by the one it had.
    hostname: run.host?.hostname ?? run.hostname,
    planId: run.planId,
    planName: run.planName,
    planHash: run.planHash,
    pointsPlanned: run.pointsPlanned,
    pointsAreAtMost: isAtMost,
    pointsFinished: run.pointsFinished,
    requestedBy: run.requestedBy,
    requestedAt: run.requestedAt,
    startedAt: run.startedAt ?? undefined,
    finishedAt: run.finishedAt ?? undefined,
    cancelRequestedAt: run.cancelRequestedAt ?? undefined,
    notBefore: run.notBefore ?? undefined,
    batchId: run.batchId ?? undefined,
    note: run.note,
    tags: run.tags,
    hostWord: wordOf(run, now),
  };
}

function wordOf({ state, host }: RunRow, now: Date): HostWord {
  if (host === null || !isOpen(state)) return { kind: "heard" };
  return hostWord(host.lastSeenAt, now, state === "running" ? RUNNING_SILENT_AFTER_MS : HOST_SILENT_AFTER_MS);
}

/** What measured a run that came in a file. */
export function toolOf({ toolName, toolVersion }: NonNullable<RunRow["imported"]>): RunTool {
  return { name: toolName, version: toolVersion ?? undefined };
}

/** A run that ended well says so if results of it have not arrived. */
function reasonOf(run: BenchmarkRun, isAtMost: boolean): string | undefined {
  const { state, reason, pointsPlanned, pointsFinished } = run;
  const missing = isAtMost ? 0 : pointsPlanned - pointsFinished;
  if (reason !== null || state !== "complete" || missing <= 0) return reason ?? undefined;
  return `${missing} of ${pointsPlanned} points have no result: it has not arrived.`;
}

export function isOpen(state: RunState): boolean {
  return state === "queued" || state === "requested" || state === "running";
}

/** What was asked of a point was checked by the contract when its event arrived. */
export function progressOf(
  point: Pick<
    BenchmarkPoint,
    "sequence" | "stepPath" | "round" | "raised" | "spec" | "state" | "startedAt" | "finishedAt"
  >,
): PointProgress {
  return {
    sequence: point.sequence,
    stepPath: point.stepPath,
    round: point.round ?? undefined,
    raised: readRaised(point.raised),
    spec: readPointSpec(point.spec),
    state: point.state,
    startedAt: point.startedAt ?? undefined,
    finishedAt: point.finishedAt ?? undefined,
  };
}

/** A point that nothing was heard of. */
export function pendingOf({ sequence, stepPath, round, raised, spec }: PlannedPoint): PointProgress {
  const unheard = { startedAt: undefined, finishedAt: undefined };
  return { sequence, stepPath, round, raised, spec, state: "pending", ...unheard };
}
