/** What was measured of a point, as a person sees it: sizes and counts as numbers below 2^53. */
import type { BenchmarkPoint, IoDirection, PointDirection } from "@crosspoint/db";
import {
  type BenchmarkEnvironment,
  benchmarkEnvironment,
  ioError,
  littlesLaw,
  type PointSlice,
  type Verification,
} from "@crosspoint/protocol";
import { z } from "zod";
import { readSlices, readVerification } from "../../stored/run.ts";

/** The figures of one direction. Latencies are absent where no operation completed, percentiles where too few did. */
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
  readonly latencyNsP50: number | undefined;
  readonly latencyNsP90: number | undefined;
  readonly latencyNsP99: number | undefined;
  readonly latencyNsP999: number | undefined;
  readonly latencyNsP9999: number | undefined;
  readonly latencyNsP99999: number | undefined;
}

/** What surrounded a point, and what it measured. */
export interface PointResult {
  readonly reason: string | undefined;
  readonly elapsedNs: number | undefined;
  readonly environment: BenchmarkEnvironment | undefined;
  readonly warnings: readonly string[];
  readonly errors: readonly z.infer<typeof ioError>[];
  readonly littlesLaw: z.infer<typeof littlesLaw> | undefined;
  /** Parts of its time, with how many operations took longer than some latencies. */
  readonly slices: readonly PointSlice[];
  /** Absent where the data were not verified. */
  readonly verification: Verification | undefined;
  readonly cpuUserNs: number | undefined;
  readonly cpuSystemNs: number | undefined;
  readonly voluntaryContextSwitches: number | undefined;
  readonly involuntaryContextSwitches: number | undefined;
  readonly directions: readonly DirectionResult[];
}

/** The columns of a direction but its histogram, which a page asks for by point. */
export const directionColumns = {
  direction: true,
  operations: true,
  bytes: true,
  iops: true,
  bytesPerSecond: true,
  latencyNsMin: true,
  latencyNsMean: true,
  latencyNsStddev: true,
  latencyNsMax: true,
  latencyNsP50: true,
  latencyNsP90: true,
  latencyNsP99: true,
  latencyNsP999: true,
  latencyNsP9999: true,
  latencyNsP99999: true,
} as const;

type DirectionRow = Pick<PointDirection, keyof typeof directionColumns>;

export function resultOf(point: BenchmarkPoint & { directions: DirectionRow[] }): PointResult {
  return {
    reason: point.reason ?? undefined,
    elapsedNs: optionalNumber(point.elapsedNs),
    environment: benchmarkEnvironment.nullable().parse(point.environment) ?? undefined,
    warnings: z.array(z.string()).parse(point.warnings),
    errors: z.array(ioError).parse(point.errors),
    littlesLaw: littlesLaw.nullable().parse(point.littlesLaw) ?? undefined,
    slices: readSlices(point.slices),
    verification: readVerification(point.verification),
    ...cpuTimeOf(point),
    voluntaryContextSwitches: optionalNumber(point.voluntaryContextSwitches),
    involuntaryContextSwitches: optionalNumber(point.involuntaryContextSwitches),
    directions: point.directions.map(directionOf),
  };
}

const untilSteady = z.object({ ending: z.object({ kind: z.literal("steadyState") }) });

/**
 * What the operations of a point cost. Of one that ended when its rounds were steady it is not known: its figures are those of
 * the last rounds, and the processor's time that of all.
 */
export function cpuTimeOf({
  spec,
  cpuUserNs,
  cpuSystemNs,
}: Pick<BenchmarkPoint, "spec" | "cpuUserNs" | "cpuSystemNs">): Pick<PointResult, "cpuUserNs" | "cpuSystemNs"> {
  if (untilSteady.safeParse(spec).success) return { cpuUserNs: undefined, cpuSystemNs: undefined };
  return { cpuUserNs: optionalNumber(cpuUserNs), cpuSystemNs: optionalNumber(cpuSystemNs) };
}

/** Of a point that nothing was heard of, and for a reason that its run may give. */
export function noResult(reason: string | undefined): PointResult {
  return {
    reason,
    elapsedNs: undefined,
    environment: undefined,
    warnings: [],
    errors: [],
    littlesLaw: undefined,
    slices: [],
    verification: undefined,
    cpuUserNs: undefined,
    cpuSystemNs: undefined,
    voluntaryContextSwitches: undefined,
    involuntaryContextSwitches: undefined,
    directions: [],
  };
}

export function directionOf(row: DirectionRow): DirectionResult {
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
    latencyNsP50: optionalNumber(row.latencyNsP50),
    latencyNsP90: optionalNumber(row.latencyNsP90),
    latencyNsP99: optionalNumber(row.latencyNsP99),
    latencyNsP999: optionalNumber(row.latencyNsP999),
    latencyNsP9999: optionalNumber(row.latencyNsP9999),
    latencyNsP99999: optionalNumber(row.latencyNsP99999),
  };
}

function optionalNumber(value: bigint | number | null): number | undefined {
  return value === null ? undefined : Number(value);
}
