import type { PointSpec } from "./point-spec.ts";
import type { Tracked } from "./steps.ts";

type Named = Pick<PointSpec, "purpose" | "stream" | "pattern" | "blockBytes" | "readPercent" | "depth">;

/** Whether a figure that a plan tracks is one of this point; the agent's own rule (crates/bench, plan/step/named.rs). */
export function isTracked(tracked: Tracked, spec: Named): boolean {
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

function hasDepth({ queueDepth, threads }: Tracked, { depth }: Named): boolean {
  if (depth.kind === "total") return queueDepth === undefined && threads === undefined;
  return (queueDepth ?? depth.queueDepth) === depth.queueDepth && (threads ?? depth.threads) === depth.threads;
}
