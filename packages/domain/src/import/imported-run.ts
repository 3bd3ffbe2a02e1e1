import type { LatencyHistogram } from "../histogram/histogram.ts";
import type { PointSpec } from "../plan/point-spec.ts";
import type { FileRemark } from "./problem.ts";

/** What another tool measured, as far as its file says; what it does not say is absent, never assumed. */
export interface ImportedRun {
  readonly format: ImportFormat;
  readonly tool: { readonly name: string; readonly version: string | undefined };
  /** What it calls its plan, its target and its host, where it does. */
  readonly names: ImportedNames;
  /** Unix milliseconds. */
  readonly startedAtMs: number | undefined;
  readonly finishedAtMs: number | undefined;
  readonly points: readonly ImportedPoint[];
  /** Parts of the file that are no result, and why. */
  readonly refused: readonly FileRemark[];
  readonly warnings: readonly FileRemark[];
}

export interface ImportedNames {
  readonly plan?: string | undefined;
  readonly target?: string | undefined;
  readonly host?: string | undefined;
}

export type ImportFormat = "fioJson" | "fioHistogramLog" | "hdrLog" | "crosspoint";

export interface ImportedPoint {
  /** What the tool calls it. */
  readonly name: string;
  /** Where it stands in the file. */
  readonly path: string;
  /** The parts of its workload that the file states, or that its tool defines where it states nothing. */
  readonly known: KnownSpec;
  /** Why its workload is not fully known, or not one that can be asked of this product; empty where it is. */
  readonly gaps: readonly SpecGap[];
  /** Its whole workload; absent where there are gaps. */
  readonly spec: PointSpec | undefined;
  /** From its submission, or from when it had been submitted. */
  readonly latencyFrom: "submission" | "afterSubmission" | undefined;
  readonly elapsedNs: number | undefined;
  readonly directions: readonly ImportedDirection[];
  readonly littlesLaw: ImportedLittlesLaw | undefined;
  readonly warnings: readonly FileRemark[];
}

export type KnownSpec = Partial<Omit<PointSpec, "depth">> & {
  readonly queueDepth?: number | undefined;
  readonly threads?: number | undefined;
};

export interface SpecGap {
  readonly part: SpecPart;
  readonly reason: string;
}

export type SpecPart = keyof PointSpec | "queueDepth" | "threads" | "blocks" | "cache" | "target" | "beside" | "other";

export interface ImportedDirection {
  readonly direction: "read" | "write";
  readonly operations: number | undefined;
  readonly bytes: number | undefined;
  readonly iops: number | undefined;
  readonly bytesPerSecond: number | undefined;
  readonly latencyNs: ImportedLatency | undefined;
  /** As the file states them, ascending. */
  readonly percentiles: readonly StatedPercentile[];
  /** Absent where the file has percentiles alone: they cannot be merged, and no other can be read from them. */
  readonly histogram: LatencyHistogram | undefined;
  /** Largest relative error of a value of the histogram. */
  readonly histogramError: number | undefined;
}

export interface ImportedLatency {
  readonly min: number;
  readonly mean: number;
  readonly stddev: number;
  readonly max: number;
}

export interface StatedPercentile {
  /** As written, without trailing zeros: "99.9". */
  readonly percentile: string;
  readonly ns: number;
}

/** Rate times mean latency against the operations that were to be in flight. */
export interface ImportedLittlesLaw {
  readonly meanInFlight: number;
  readonly expected: number;
  readonly ok: boolean;
}
