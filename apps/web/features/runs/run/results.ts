import { keptPercentile, PERCENTILES, type Percentile, type PercentileReading } from "@crosspoint/domain";
import { isPrecondition, type Point } from "./run-detail";

type Direction = Point["directions"][number];

/** One direction of one measured point, its percentiles with what they are based on. */
export interface Result extends Direction {
  readonly point: Point;
  readonly percentiles: readonly PercentileReading[];
}

/** Every measured direction of these points, in the order of the plan; what preconditions a drive is no result. */
export function resultsOf(points: readonly Point[]): Result[] {
  return points
    .filter((point) => !isPrecondition(point))
    .flatMap((point) =>
      point.directions.map((direction) => ({ ...direction, point, percentiles: percentilesOf(direction) })),
    );
}

const columns = {
  "50": "latencyNsP50",
  "90": "latencyNsP90",
  "99": "latencyNsP99",
  "99.9": "latencyNsP999",
  "99.99": "latencyNsP9999",
  "99.999": "latencyNsP99999",
} as const satisfies Record<Percentile, keyof Direction>;

function percentilesOf(direction: Direction): PercentileReading[] {
  return PERCENTILES.map((percentile) =>
    keptPercentile(percentile, direction[columns[percentile]], direction.operations),
  );
}

/** CPU time that the benchmark spent on one operation, in nanoseconds; of both directions together, in the tool and the kernel. */
export function cpuNsPerOperation(point: Pick<Point, "cpuUserNs" | "cpuSystemNs" | "directions">): number | undefined {
  const operations = point.directions.reduce((sum, direction) => sum + direction.operations, 0);
  if (operations === 0 || point.cpuUserNs === undefined || point.cpuSystemNs === undefined) return undefined;
  return (point.cpuUserNs + point.cpuSystemNs) / operations;
}

/** Why the CPU time of its I/Os is not known, where some completed. */
export function noCpuWords({ spec: { engine, ending } }: Pick<Point, "spec">): string {
  if (engine.split("+").includes("sqpoll")) return "the time of the kernel thread that submits is not known";
  if (ending.kind === "steadyState") return "CPU time is that of all rounds, the I/Os those of the last";
  return "CPU time was not recorded";
}
