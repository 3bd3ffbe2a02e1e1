import { blockSizes, queueDepthOf, workloadOf } from "@crosspoint/domain";
import { isPrecondition, type Point, type Run, type Spec } from "../run-detail";
import { stepsAt } from "../step-place";

/** What is varied from point to point of a sweep. */
export type SweepAxis = "depth" | "size" | "mix" | "threads" | "rate";

/** Points that differ in nothing but one field of their load. */
export interface Sweep {
  readonly axis: SweepAxis;
  /** The load of them all, but for that field. */
  readonly key: string;
  /** In the order of the plan. */
  readonly points: readonly SweptPoint[];
}

export interface SweptPoint {
  readonly point: Point;
  /** Where it stands on the axis: a depth, bytes, percent of reads, threads or operations per second. */
  readonly at: number;
}

/** Fewer values are no curve. */
const valuesMin = 3;
/** Where a point belongs to two sweeps of as many values, the first of these is the one that is drawn. */
const axes = ["depth", "size", "mix", "threads", "rate"] as const satisfies readonly SweepAxis[];

/** The sweeps of a run, whichever steps of its plan they come from: each that is the longest of one of its points. */
export function sweepsOf(run: Pick<Run, "steps" | "points">): Sweep[] {
  const points = measuredAlone(run);
  const candidates = axes.flatMap((axis) => sweepsOver(axis, points));
  const longest = new Map<Point, Sweep>();
  for (const sweep of candidates) {
    for (const { point } of sweep.points) {
      const known = longest.get(point);
      if (known === undefined || countValues(sweep) > countValues(known)) longest.set(point, sweep);
    }
  }
  const drawn = new Set(longest.values());
  return candidates.filter((sweep) => drawn.has(sweep));
}

/**
 * Points whose figures stand for themselves: not those of rounds that end on what they measure, of a search or of several
 * loads at once, nor what only prepares the drive.
 */
export function measuredAlone({ steps, points }: Pick<Run, "steps" | "points">): Point[] {
  return points.filter((point) => {
    if (isPrecondition(point) || point.raised !== undefined || point.spec.stream !== undefined) return false;
    return !stepsAt(steps, point.stepPath).some((step) => step.kind === "rounds" && step.until !== undefined);
  });
}

function sweepsOver(axis: SweepAxis, points: readonly Point[]): Sweep[] {
  const placed = points.flatMap((point) => {
    const at = placeOn(axis, point.spec);
    return at === undefined ? [] : [{ point, at }];
  });
  return [...Map.groupBy(placed, ({ point }) => loadBut(axis, point.spec))]
    .map(([key, swept]) => ({ axis, key, points: swept }))
    .filter((sweep) => countValues(sweep) >= valuesMin);
}

function countValues({ points }: Pick<Sweep, "points">): number {
  return new Set(points.map(({ at }) => at)).size;
}

/** Where a load stands on an axis; undefined where it has no place there. */
function placeOn(axis: SweepAxis, spec: Spec): number | undefined {
  const { depth, load } = spec;
  switch (axis) {
    case "depth":
      // Of an open loop, the depth only bounds how far it may fall behind.
      return load.kind === "closed" ? queueDepthOf(workloadOf(spec)) : undefined;
    case "size": {
      const sizes = blockSizes(spec);
      return sizes.length === 1 ? sizes[0]?.bytes : undefined;
    }
    case "mix":
      return spec.readPercent;
    case "threads":
      return depth.kind === "total" ? depth.threadsMax : depth.threads;
    case "rate":
      return load.kind === "open" ? load.ratePerSecond : undefined;
  }
}

/** All that is asked of a point but one field; how long it is measured does not change its load. */
function loadBut(axis: SweepAxis, spec: Spec): string {
  const { rampSeconds: _ramp, ending: _ending, slices: _slices, purpose: _purpose, ...load } = spec;
  return JSON.stringify({ ...load, ...without(axis, spec) });
}

function without(axis: SweepAxis, { depth, load }: Spec): object {
  switch (axis) {
    case "depth":
      return { depth: depth.kind === "total" ? { ...depth, totalDepth: 0 } : { ...depth, queueDepth: 0 } };
    case "size":
      return { blockBytes: 0 };
    case "mix":
      return { readPercent: 0 };
    case "threads":
      return { depth: depth.kind === "total" ? { ...depth, threadsMax: 0 } : { ...depth, threads: 0 } };
    case "rate":
      return { load: load.kind === "open" ? { ...load, ratePerSecond: 0 } : load };
  }
}
