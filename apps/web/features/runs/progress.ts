import { type PointSpec, pointSeconds } from "@crosspoint/domain";

/** What of a running plan is behind and what is ahead. */
export interface RunProgress {
  /** 0 to 100. */
  readonly percent: number;
  readonly leftMs: number;
  /** Something ahead ends by itself, such as a fill: its longest time is counted. */
  readonly leftIsAtMost: boolean;
  /** Counted from one; undefined before the first and after the last. */
  readonly currentPoint: number | undefined;
  readonly totalPoints: number;
  readonly phase: "waiting" | "ramp" | "measure" | "between" | "over";
}

type Spec = Pick<PointSpec, "rampSeconds" | "ending" | "beside">;

interface ProgressPoint {
  readonly sequence: number;
  readonly state: "pending" | "running" | "complete" | "interrupted" | "failed" | "skipped";
  readonly startedAt?: Date | undefined;
  readonly finishedAt?: Date | undefined;
  readonly spec: Spec;
}

/** The newest second that arrived, and when it did by this browser's clock. */
export interface HeardSecond {
  readonly pointSequence: number;
  readonly phase: "ramp" | "measure";
  /** Its end, since the start of its point. */
  readonly atMs: number;
  readonly heardAt: Date;
}

/**
 * Progress by planned time. A point that is over counts what it took, for one that ends by itself seldom takes its longest
 * time; a running one counts as long as it runs, at most whole; streams share the time of their measurement. A plan that
 * takes longer than planned stands at its last per cent rather than pass a hundred. How long a point runs is what its
 * seconds say, and from there on this browser's clock alone, so that no two clocks are compared.
 */
export function runProgress(
  points: readonly ProgressPoint[],
  now: Date | undefined,
  heard?: HeardSecond | undefined,
): RunProgress {
  const total = points.reduce((sum, point) => sum + wholeMs(point), 0);
  const running = points.find(({ state }) => state === "running");
  const second = heard?.pointSequence === running?.sequence ? heard : undefined;
  const elapsed = elapsedMs(running, now, second);
  const done = points.reduce((sum, point) => {
    if (point.state === "pending") return sum;
    return sum + (point.state === "running" ? Math.min(elapsed / streamsOf(point), wholeMs(point)) : wholeMs(point));
  }, 0);
  return {
    percent: total === 0 ? 0 : (done / total) * 100,
    leftMs: total - done,
    leftIsAtMost: points.some((point) => !isOver(point) && point.spec.ending.kind !== "duration"),
    currentPoint: running === undefined ? undefined : running.sequence + 1,
    totalPoints: points.length,
    phase: running === undefined ? phaseWithoutPoint(points) : phaseOf(running, elapsed, second),
  };
}

function isOver({ state }: ProgressPoint): boolean {
  return state !== "pending" && state !== "running";
}

/** How many points are measured together with this one, itself included. */
function streamsOf({ spec: { beside = [] } }: ProgressPoint): number {
  return 1 + beside.length;
}

/** The point's share of the time of its measurement: what that took, or the longest that it may take. */
function wholeMs(point: ProgressPoint): number {
  const { startedAt, finishedAt, spec } = point;
  const longestMs = pointSeconds(spec) * 1000;
  const isKnown = isOver(point) && startedAt !== undefined && finishedAt !== undefined;
  const tookMs = isKnown ? finishedAt.getTime() - startedAt.getTime() : longestMs;
  return Math.min(Math.max(tookMs, 0), longestMs) / streamsOf(point);
}

function elapsedMs(running: ProgressPoint | undefined, now: Date | undefined, second: HeardSecond | undefined): number {
  if (now === undefined) return second?.atMs ?? 0;
  if (second !== undefined) return second.atMs + Math.max(now.getTime() - second.heardAt.getTime(), 0);
  return running?.startedAt ? Math.max(now.getTime() - running.startedAt.getTime(), 0) : 0;
}

function phaseOf({ spec }: ProgressPoint, elapsed: number, second: HeardSecond | undefined): "ramp" | "measure" {
  return second?.phase === "measure" || elapsed >= spec.rampSeconds * 1000 ? "measure" : "ramp";
}

function phaseWithoutPoint(points: readonly ProgressPoint[]): RunProgress["phase"] {
  if (points.every(({ state }) => state === "pending")) return "waiting";
  return points.some(({ state }) => state === "pending") ? "between" : "over";
}
