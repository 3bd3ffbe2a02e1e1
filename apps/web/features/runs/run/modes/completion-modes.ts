import { cpuNsPerOperation, type Result, resultsOf } from "../results";
import { isPrecondition, type Point } from "../run-detail";

/** One load, by each of several ways to submit and to wait. */
export interface ModeSet {
  readonly key: string;
  /** In the order of the plan; those that were left out too. */
  readonly points: readonly Point[];
}

/** Loads that a run measured by two engines at least, and which differ in nothing else. */
export function completionModes(points: readonly Point[]): ModeSet[] {
  const single = points.filter(
    (point) => !isPrecondition(point) && point.round === undefined && point.raised === undefined,
  );
  return [...Map.groupBy(single, withoutEngine)].flatMap(([key, own]) =>
    new Set(own.map(({ spec }) => spec.engine)).size < 2 ? [] : [{ key, points: own }],
  );
}

/** Whether a load has both directions: their rates add up, their latencies do not. */
export function isMix({ points }: ModeSet): boolean {
  return points.some(({ spec: { readPercent } }) => readPercent > 0 && readPercent < 100);
}

/** The direction whose latencies are shown: of a mix its reads. */
export function timedOf(point: Point): Result | undefined {
  const results = resultsOf([point]);
  return results.find(({ direction }) => direction === "read") ?? results[0];
}

function withoutEngine({ spec: { engine: _, precondition: _state, ...spec }, stepPath }: Point): string {
  return JSON.stringify([stepPath, spec]);
}

const ways: Readonly<Record<string, string>> = {
  io_uring: "io_uring, interrupts",
  "io_uring+poll": "io_uring, polling",
  "io_uring+sqpoll": "io_uring, kernel thread submits",
  passthrough: "NVMe passthrough, interrupts",
  "passthrough+poll": "NVMe passthrough, polling",
  sync: "preadv2, interrupts",
  "sync+poll": "preadv2, polling (RWF_HIPRI)",
};

/** How an engine submits and waits. */
export function modeName(engine: string): string {
  return ways[engine] ?? engine.replaceAll("+", " + ");
}

/** CPU time of one operation in nanoseconds: in the tool, in the kernel, and both. Undefined where it was not told. */
export function cpuOf(
  point: Point,
): { readonly user: number; readonly kernel: number; readonly both: number } | undefined {
  const both = cpuNsPerOperation(point);
  const operations = point.directions.reduce((sum, each) => sum + each.operations, 0);
  if (both === undefined || point.cpuUserNs === undefined || point.cpuSystemNs === undefined) return undefined;
  return { user: point.cpuUserNs / operations, kernel: point.cpuSystemNs / operations, both };
}
