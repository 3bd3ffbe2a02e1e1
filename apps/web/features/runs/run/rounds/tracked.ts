import type { Tracked } from "@crosspoint/domain";
import { type Point, pointName, type Spec } from "../run-detail";

/** Whether a figure that a plan tracks is one of this point; the agent's own rule (crates/bench, plan/step/named.rs). */
export function isTracked(tracked: Tracked, spec: Spec): boolean {
  const { stream, pattern, blockBytes, readPercent } = tracked;
  return (
    spec.purpose !== "precondition" &&
    (stream === undefined || stream === spec.stream) &&
    (pattern === undefined || pattern === spec.pattern) &&
    (blockBytes === undefined || blockBytes === spec.blockBytes) &&
    (readPercent === undefined || readPercent === spec.readPercent) &&
    hasDepth(tracked, spec)
  );
}

function hasDepth({ queueDepth, threads }: Tracked, { depth }: Spec): boolean {
  if (depth.kind === "total") return queueDepth === undefined && threads === undefined;
  return (queueDepth ?? depth.queueDepth) === depth.queueDepth && (threads ?? depth.threads) === depth.threads;
}

/** What a point came to in a tracked metric, in operations or bytes a second or nanoseconds; null where it has no result. */
export function figureOf({ state, directions, isStreamed }: Point, metric: Tracked["metric"]): number | null {
  if (state !== "complete" || isStreamed || directions.length === 0) return null;
  if (metric === "iops") return directions.reduce((sum, { iops }) => sum + iops, 0);
  if (metric === "bandwidth") return directions.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0);
  const timed = directions.filter(({ latencyNsMean }) => latencyNsMean !== undefined);
  const operations = timed.reduce((sum, each) => sum + each.operations, 0);
  if (operations === 0) return null;
  return timed.reduce((sum, each) => sum + each.operations * (each.latencyNsMean ?? 0), 0) / operations;
}

/** "4 KiB random write, QD32, 8 threads": what a figure is of, without the round. */
export function loadName({ spec }: Point): string {
  return pointName({ spec: { ...spec, precondition: [] } });
}
