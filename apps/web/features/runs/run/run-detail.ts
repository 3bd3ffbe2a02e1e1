import { describeWorkload, pointSeconds, workloadOf } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";

export type Run = Outputs["run"]["get"];
export type Point = Run["points"][number];
export type Spec = Point["spec"];

/** A workload as a person names it. */
export function workloadName(spec: Spec): string {
  return describeWorkload(workloadOf(spec));
}

/** How long a point takes at most, its warm-up included, and how much of that is the warm-up. */
export function timingOf(spec: Spec): { readonly rampMs: number; readonly totalMs: number } {
  return { rampMs: spec.rampSeconds * 1000, totalMs: pointSeconds(spec) * 1000 };
}

/** What a run measures: its one workload, or the name of its plan. */
export function runName({ points, planName }: Pick<Run, "points" | "planName">): string {
  const [first, ...others] = points;
  return first === undefined || others.length > 0 ? planName : workloadName(first.spec);
}

/** Whether there is something to show of a point: a result, or seconds that were streamed before it was cut short. */
export function hasFigures({ directions, startedAt, state }: Point): boolean {
  return directions.length > 0 || (startedAt !== undefined && state !== "pending" && state !== "running");
}
