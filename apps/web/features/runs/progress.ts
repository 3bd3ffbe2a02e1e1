/** What of a running plan is behind and what is ahead, by the clock and the plan. */
export interface RunProgress {
  /** 0 to 100. */
  readonly percent: number;
  readonly leftMs: number;
  /** Counted from one; undefined before the first and after the last. */
  readonly currentPoint: number | undefined;
  readonly totalPoints: number;
  readonly phase: "waiting" | "ramp" | "measure" | "between" | "over";
}

interface ProgressPoint {
  readonly index: number;
  readonly state: "pending" | "running" | "complete" | "interrupted" | "failed";
  readonly startedAt?: Date | undefined;
  readonly spec: { readonly rampMs: number; readonly durationMs: number };
}

/**
 * Progress by planned time. A point that is over counts whole, a running one as long as it runs, at most whole: a
 * plan that takes longer than planned stands at its last per cent rather than pass a hundred.
 */
export function runProgress(points: readonly ProgressPoint[], now: Date | undefined): RunProgress {
  const planned = (point: ProgressPoint) => point.spec.rampMs + point.spec.durationMs;
  const total = points.reduce((sum, point) => sum + planned(point), 0);
  const running = points.find(({ state }) => state === "running");
  const elapsed = running?.startedAt && now ? Math.max(now.getTime() - running.startedAt.getTime(), 0) : 0;
  const done = points.reduce((sum, point) => {
    if (point.state === "pending") return sum;
    return sum + (point.state === "running" ? Math.min(elapsed, planned(point)) : planned(point));
  }, 0);
  return {
    percent: total === 0 ? 0 : (done / total) * 100,
    leftMs: total - done,
    currentPoint: running === undefined ? undefined : running.index + 1,
    totalPoints: points.length,
    phase: phaseOf(points, running, elapsed),
  };
}

function phaseOf(
  points: readonly ProgressPoint[],
  running: ProgressPoint | undefined,
  elapsed: number,
): RunProgress["phase"] {
  if (running !== undefined) return elapsed < running.spec.rampMs ? "ramp" : "measure";
  if (points.every(({ state }) => state === "pending")) return "waiting";
  return points.some(({ state }) => state === "pending") ? "between" : "over";
}
