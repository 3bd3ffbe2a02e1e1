import { describeWorkload, formatBlockSize, pointSeconds, workloadOf } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import { raisedWords } from "./raised-words";

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

/** What names a point: its load, and where a search or rounds had come to. */
type Named = Pick<Point, "spec"> & Partial<Pick<Point, "raised" | "round">>;

/** A point as a person names it: its workload, which of several streams it is, in which round or at which raised value. */
export function pointName({ spec, raised, round }: Named): string {
  if (spec.purpose === "precondition") return fillName(spec);
  const load = spec.stream === undefined ? workloadName(spec) : `${spec.stream}: ${workloadName(spec)}`;
  return [
    load,
    ...(round === undefined ? [] : [`round ${round + 1}`]),
    ...(raised === undefined ? [] : [raisedWords(raised)]),
  ].join(", ");
}

/** "sequential fill, 128 KiB, 2 passes". */
function fillName({ pattern, blockBytes, ending, overProvisioningPercent }: Spec): string {
  const size = blockBytes === undefined ? "" : `, ${formatBlockSize(blockBytes).text}`;
  const times = ending.kind === "fills" ? `, ${ending.fills} ${ending.fills === 1 ? "pass" : "passes"}` : "";
  const assumed =
    overProvisioningPercent === undefined ? "" : `, ${overProvisioningPercent}% over-provisioning assumed`;
  return `${pattern} fill${size}${times}${assumed}`;
}

/** What prepares the drive, and what is measured. */
export function partedPoints(
  points: readonly Point[],
): readonly [fills: readonly Point[], measuring: readonly Point[]] {
  return [points.filter(isPrecondition), points.filter((point) => !isPrecondition(point))];
}

/** Written to bring the drive into a state; never a result. */
export function isPrecondition({ spec }: Pick<Point, "spec">): boolean {
  return spec.purpose === "precondition";
}

/** Begun or left out, and without any figure: only its reason can be shown. */
export function isMissed({ state, directions }: Pick<Point, "state" | "directions">): boolean {
  return directions.length === 0 && (state === "failed" || state === "skipped" || state === "interrupted");
}

/** What a run measures: its one workload, or the name of its plan. */
export function runName({ points, planName }: Pick<Run, "points" | "planName">): string {
  const [first, ...others] = points;
  return first === undefined || others.length > 0 ? planName : workloadName(first.spec);
}

/** Whether there is something to show of a point: a result, or seconds that were streamed before it was cut short. */
export function hasFigures({ directions, startedAt, state }: Point): boolean {
  return (
    directions.length > 0 ||
    (startedAt !== undefined && state !== "pending" && state !== "running" && state !== "skipped")
  );
}
