import type { PointDepth, PointEnding, PointLoad, PointSpec } from "./point-spec.ts";
import type { Axis, SweepStep } from "./steps.ts";

/** Outstanding operations of an open loop if not said otherwise: enough to hold what a drive falls behind. */
const openLoopDepth = 256;
/** Longest time of a point that something else than time ends, if not said otherwise: a week. */
const longestPointSeconds = 604_800;

/** The axes of a sweep in the order in which they vary, the last fastest, each a list with its default written out. */
interface Axes {
  readonly engines: readonly string[];
  readonly patterns: readonly PointSpec["pattern"][];
  readonly distributions: readonly string[];
  readonly data: readonly string[];
  readonly alignments: readonly (number | "block")[];
  readonly blocks: readonly (number | string)[];
  readonly readPercents: readonly number[];
  readonly depths: readonly PointDepth[];
  readonly loads: readonly PointLoad[];
}

/** How many points a sweep has, without making them. */
export function countSweep(step: SweepStep): number {
  const axes: readonly (readonly unknown[])[] = Object.values(axesOf(step));
  return axes.reduce((product, axis) => product * axis.length, 1);
}

/** The specification of every point of a sweep, in the order of measuring. */
export function expandSweep(step: SweepStep): PointSpec[] {
  const axes = axesOf(step);
  const shared = {
    spanPercent: step.spanPercent ?? 100,
    rampSeconds: step.rampSeconds ?? 0,
    ending: endingOf(step),
    precondition: [],
    ...(step.slices === undefined ? {} : { slices: step.slices }),
  };
  let specs: Partial<PointSpec>[] = [shared];
  const vary = <Value>(axis: readonly Value[], write: (value: Value) => Partial<PointSpec>) => {
    specs = specs.flatMap((spec) => axis.map((value) => ({ ...spec, ...write(value) })));
  };
  vary(axes.engines, (engine) => ({ engine }));
  vary(axes.patterns, (pattern) => ({ pattern }));
  vary(axes.distributions, (distribution) => ({ distribution }));
  vary(axes.data, (data) => ({ data }));
  vary(axes.alignments, (unit) => (unit === "block" ? {} : { alignBytes: unit }));
  vary(axes.blocks, (block) => (typeof block === "number" ? { blockBytes: block } : { blockMix: block }));
  vary(axes.readPercents, (readPercent) => ({ readPercent }));
  vary(axes.depths, (depth) => ({ depth }));
  vary(axes.loads, (load) => ({ load }));
  // Every field was written: by `shared` or by its axis, of which none is empty.
  return specs as PointSpec[];
}

function axesOf(step: SweepStep): Axes {
  return {
    engines: listOf(step.engine ?? "io_uring"),
    patterns: listOf(step.pattern),
    distributions: listOf(step.distribution ?? "uniform"),
    data: listOf(step.data ?? "incompressible"),
    alignments: listOf(step.alignBytes ?? "block"),
    blocks: step.blockMix === undefined ? listOf(step.blockBytes ?? []) : listOf(step.blockMix),
    readPercents: listOf(step.readPercent),
    depths: depthsOf(step),
    loads: loadsOf(step),
  };
}

function listOf<Value>(axis: Axis<Value>): readonly Value[] {
  // Values are numbers and texts, so that a list is always an axis.
  return Array.isArray(axis) ? axis : [axis as Value];
}

/** Threads vary more slowly than their depth. */
function depthsOf(step: SweepStep): PointDepth[] {
  if (step.totalDepth !== undefined) {
    const totals = listOf(step.totalDepth);
    return listOf(step.threadsMax ?? 1).flatMap((threadsMax) =>
      totals.map((totalDepth) => ({ kind: "total", totalDepth, threadsMax }) as const),
    );
  }
  const depths = listOf(step.queueDepth ?? (step.ratePerSecond === undefined ? 1 : openLoopDepth));
  return listOf(step.threads ?? 1).flatMap((threads) =>
    depths.map((queueDepth) => ({ kind: "perThread", queueDepth, threads }) as const),
  );
}

function loadsOf({ ratePerSecond, pace = "fixed" }: SweepStep): PointLoad[] {
  if (ratePerSecond === undefined) return [{ kind: "closed" }];
  return listOf(ratePerSecond).map((rate) => ({ kind: "open", ratePerSecond: rate, pace }));
}

function endingOf({ fills, bytes, steadyState, durationSeconds = longestPointSeconds }: SweepStep): PointEnding {
  if (fills !== undefined) return { kind: "fills", fills, durationSeconds };
  if (bytes !== undefined) return { kind: "bytes", bytes, durationSeconds };
  if (steadyState !== undefined) return { kind: "steadyState", ...steadyState };
  return { kind: "duration", durationSeconds };
}
