import { saturationOf, totalDepthOf, workloadOf } from "@crosspoint/domain";
import { isPrecondition, type Point } from "./run-detail";

/** The lowest depth of a sweep whose rate is within 5 % of its peak. */
export interface SaturationRow {
  /** The point at that depth. */
  readonly point: Point;
  readonly depth: number;
  readonly peakDepth: number;
  readonly peakIops: number;
  /** The rate was still rising at the last depth. */
  readonly isAtLeast: boolean;
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly latencyNsMean: number | undefined;
  readonly latencyNsP99: number | undefined;
  /** Operations for each second of CPU time that the benchmark took, in tool and kernel. */
  readonly iopsPerCpu: number | undefined;
}

/** Fewer depths are no sweep of them. */
const depthsMin = 4;

/** A row for each load that a step of the plan swept over queue depths, in the order of the plan. */
export function saturationRows(points: readonly Point[]): SaturationRow[] {
  const measured = points.filter((point) => !isPrecondition(point) && isSwept(point));
  const sweeps = Map.groupBy(measured, loadOf);
  return [...sweeps.values()].flatMap((sweep) => {
    const rates = sweep.map((point) => ({ point, depth: totalDepthOf(workloadOf(point.spec)), rate: iopsOf(point) }));
    if (new Set(rates.map(({ depth }) => depth)).size < depthsMin) return [];
    const found = saturationOf(rates);
    if (found.kind !== "found") return [];
    const at = rates.find(({ depth }) => depth === found.depth)?.point;
    return at === undefined ? [] : [rowOf(at, found)];
  });
}

function isSwept({ state, directions, spec, raised }: Point): boolean {
  return state === "complete" && directions.length > 0 && spec.load.kind === "closed" && raised === undefined;
}

/** All that is asked of a point but its depth. */
function loadOf({ stepPath, round, spec }: Point): string {
  const { depth, ...load } = spec;
  const threads = depth.kind === "perThread" ? depth.threads : depth.threadsMax;
  return JSON.stringify([stepPath, round, threads, load]);
}

function iopsOf({ directions }: Point): number {
  return directions.reduce((sum, { iops }) => sum + iops, 0);
}

type Found = Extract<ReturnType<typeof saturationOf>, { kind: "found" }>;

function rowOf(point: Point, { depth, peakDepth, peakRate, isAtLeast }: Found): SaturationRow {
  const { directions, cpuUserNs, cpuSystemNs } = point;
  const operations = directions.reduce((sum, each) => sum + each.operations, 0);
  const cpuSeconds = ((cpuUserNs ?? 0) + (cpuSystemNs ?? 0)) / 1e9;
  const [only] = directions;
  return {
    point,
    depth,
    peakDepth,
    peakIops: peakRate,
    isAtLeast,
    iops: iopsOf(point),
    bytesPerSecond: directions.reduce((sum, each) => sum + each.bytesPerSecond, 0),
    // A mix has a latency for each direction; its own point shows them.
    latencyNsMean: directions.length === 1 ? only?.latencyNsMean : undefined,
    latencyNsP99: directions.length === 1 ? only?.latencyNsP99 : undefined,
    iopsPerCpu: cpuSeconds === 0 ? undefined : operations / cpuSeconds,
  };
}
