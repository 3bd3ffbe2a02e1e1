import type { PointSpec } from "../plan/point-spec.ts";
import type { DriveSettings } from "../plan/settings.ts";

/**
 * All that defines a measured load. Two results are of the same workload only if all of it is equal: a fresh drive and
 * one in steady state never are, nor one at full power and one that is limited, nor one load alone and one of several.
 *
 * Left out, as it changes no load: how long was measured and warmed up; slices, which only count; the name of a
 * stream, which is a label.
 */
export type Workload = Omit<
  PointSpec,
  "rampSeconds" | "ending" | "slices" | "stream" | "beside" | "purpose" | "settings"
> & {
  /** Of one that was measured in rounds: the figures are of the last, which no longer differed, or still did. */
  readonly steadyState?: "reached" | "notReached" | undefined;
  /** A fill: its speed is shown, and is no result. */
  readonly preconditions: boolean;
  /** What the plan set on the drive at this point; a setting that it left alone is not known, and equals no other. */
  readonly settings: DriveSettings;
  /** The other loads that ran at the same time, each as {@link loadKey} has it, in order. */
  readonly beside: readonly string[];
};

/** What a published source states of a load; it leaves the rest open. */
export interface StatedWorkload {
  readonly pattern: "random" | "sequential";
  /** Share of reads, 0 to 100 whole percent. */
  readonly readPercent: number;
  /** Absent where it is a mix of sizes. */
  readonly blockBytes?: number | undefined;
  readonly blockMix?: string | undefined;
  /** Commands that each thread keeps outstanding; the drive sees this times the threads. */
  readonly queueDepth: number;
  /** Submitting threads; a source that does not state them means one. */
  readonly threads?: number | undefined;
}

/** Whether a workload is only what a source states of it. */
export function isStated(workload: Workload | StatedWorkload): workload is StatedWorkload {
  return !("depth" in workload);
}

/** A stated workload with what it leaves open as it is by default: how it would be measured. */
export function assumedWorkload({ queueDepth, threads = 1, ...stated }: StatedWorkload): Workload {
  return { ...defaults, ...stated, depth: { kind: "perThread", queueDepth, threads } };
}

/** Outstanding operations of each thread, or of all of them where the depth is one of all. */
export function queueDepthOf(workload: Workload | StatedWorkload): number {
  if (isStated(workload)) return workload.queueDepth;
  return workload.depth.kind === "total" ? workload.depth.totalDepth : workload.depth.queueDepth;
}

/** Outstanding operations of all threads together. */
export function totalDepthOf(workload: Workload | StatedWorkload): number {
  if (isStated(workload)) return workload.queueDepth * (workload.threads ?? 1);
  const { depth } = workload;
  return depth.kind === "total" ? depth.totalDepth : depth.queueDepth * depth.threads;
}

/** What a key leaves out, because nearly every workload has it so. */
export const defaults = {
  engine: "io_uring",
  distribution: "uniform",
  data: "incompressible",
  load: { kind: "closed" },
  spanPercent: 100,
  precondition: [],
  preconditions: false,
  settings: {},
  beside: [],
} as const;
