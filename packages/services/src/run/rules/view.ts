/** A run as a person sees it: plain data, sizes and counts as numbers below 2^53. */
import type { BenchmarkPoint, BenchmarkRun, IoDirection, PointDirection, PointState, RunState } from "@crosspoint/db";
import { type HostWord, hostWord } from "@crosspoint/domain";
import {
  type BenchmarkEnvironment,
  benchmarkEnvironment,
  ioError,
  littlesLaw,
  type PlanPoint,
  planPoint,
} from "@crosspoint/protocol";
import { z } from "zod";

export interface RunHead {
  readonly id: string;
  readonly state: RunState;
  readonly reason: string | undefined;
  readonly targetLabel: string;
  readonly driveId: string | undefined;
  readonly model: string | undefined;
  readonly serial: string | undefined;
  readonly scratchFileId: string | undefined;
  readonly hostId: string;
  readonly hostname: string;
  readonly planId: string;
  readonly planName: string;
  readonly requestedAt: Date;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  readonly cancelRequestedAt: Date | undefined;
  /** Whether its host is heard of; asked only while the run is open. */
  readonly hostWord: HostWord;
}

export interface PointProgress {
  readonly index: number;
  readonly spec: PlanPoint;
  readonly state: PointState;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
}

export interface DirectionResult {
  readonly direction: IoDirection;
  readonly operations: number;
  /** Exact, as a decimal string. */
  readonly bytes: string;
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly latencyNsMin: number | undefined;
  readonly latencyNsMean: number | undefined;
  readonly latencyNsStddev: number | undefined;
  readonly latencyNsMax: number | undefined;
  /** HdrHistogram V2, deflated, base64: what every percentile is read from. */
  readonly histogram: string;
}

export interface PointDetail extends PointProgress {
  readonly reason: string | undefined;
  readonly elapsedNs: number | undefined;
  readonly environment: BenchmarkEnvironment | undefined;
  readonly warnings: readonly string[];
  readonly errors: readonly z.infer<typeof ioError>[];
  readonly littlesLaw: z.infer<typeof littlesLaw> | undefined;
  readonly cpuUserNs: number | undefined;
  readonly cpuSystemNs: number | undefined;
  readonly voluntaryContextSwitches: number | undefined;
  readonly involuntaryContextSwitches: number | undefined;
  readonly directions: readonly DirectionResult[];
}

/** What {@link headOf} reads with a run. */
export const runHeadInclude = {
  host: { select: { hostname: true, lastSeenAt: true } },
  drive: { select: { model: true, serial: true } },
} as const;

type RunRow = BenchmarkRun & {
  host: { hostname: string; lastSeenAt: Date | null };
  drive: { model: string; serial: string } | null;
};

export function headOf(run: RunRow, now: Date): RunHead {
  return {
    id: run.id,
    state: run.state,
    reason: run.reason ?? undefined,
    targetLabel: run.targetLabel,
    driveId: run.driveId ?? undefined,
    model: run.drive?.model,
    serial: run.drive?.serial,
    scratchFileId: run.scratchFileId ?? undefined,
    hostId: run.hostId,
    hostname: run.host.hostname,
    planId: run.planId,
    planName: run.planName,
    requestedAt: run.requestedAt,
    startedAt: run.startedAt ?? undefined,
    finishedAt: run.finishedAt ?? undefined,
    cancelRequestedAt: run.cancelRequestedAt ?? undefined,
    hostWord: isOpen(run.state) ? hostWord(run.host.lastSeenAt, now) : { kind: "heard" },
  };
}

export function isOpen(state: RunState): boolean {
  return state === "requested" || state === "running";
}

export function progressOf(
  point: Pick<BenchmarkPoint, "index" | "spec" | "state" | "startedAt" | "finishedAt">,
): PointProgress {
  return {
    index: point.index,
    spec: planPoint.parse(point.spec),
    state: point.state,
    startedAt: point.startedAt ?? undefined,
    finishedAt: point.finishedAt ?? undefined,
  };
}

export function pointOf(point: BenchmarkPoint & { directions: PointDirection[] }): PointDetail {
  return {
    ...progressOf(point),
    reason: point.reason ?? undefined,
    elapsedNs: optionalNumber(point.elapsedNs),
    environment: benchmarkEnvironment.nullable().parse(point.environment) ?? undefined,
    warnings: z.array(z.string()).parse(point.warnings),
    errors: z.array(ioError).parse(point.errors),
    littlesLaw: littlesLaw.nullable().parse(point.littlesLaw) ?? undefined,
    cpuUserNs: optionalNumber(point.cpuUserNs),
    cpuSystemNs: optionalNumber(point.cpuSystemNs),
    voluntaryContextSwitches: optionalNumber(point.voluntaryContextSwitches),
    involuntaryContextSwitches: optionalNumber(point.involuntaryContextSwitches),
    directions: point.directions.map(directionOf),
  };
}

export function directionOf(row: PointDirection): DirectionResult {
  return {
    direction: row.direction,
    operations: Number(row.operations),
    bytes: row.bytes.toFixed(0),
    iops: row.iops,
    bytesPerSecond: row.bytesPerSecond,
    latencyNsMin: optionalNumber(row.latencyNsMin),
    latencyNsMean: optionalNumber(row.latencyNsMean),
    latencyNsStddev: optionalNumber(row.latencyNsStddev),
    latencyNsMax: optionalNumber(row.latencyNsMax),
    histogram: row.histogram,
  };
}

function optionalNumber(value: bigint | number | null): number | undefined {
  return value === null ? undefined : Number(value);
}
