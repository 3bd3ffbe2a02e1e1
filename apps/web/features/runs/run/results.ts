import { keptPercentile, PERCENTILES, type Percentile, type PercentileReading } from "@crosspoint/domain";
import type { ChartTable } from "@/charts/prepare/csv";
import { isPrecondition, type Point, pointName, type Run } from "./run-detail";

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

/** CPU time that the benchmark spent on one operation, in nanoseconds; of both directions together. */
export function cpuNsPerOperation(point: Pick<Point, "cpuUserNs" | "cpuSystemNs" | "directions">): number | undefined {
  const operations = point.directions.reduce((sum, direction) => sum + direction.operations, 0);
  if (operations === 0 || (point.cpuUserNs === undefined && point.cpuSystemNs === undefined)) return undefined;
  return ((point.cpuUserNs ?? 0) + (point.cpuSystemNs ?? 0)) / operations;
}

/** What a point's figures cover: all of it, the part until it was stopped, or the seconds that arrived of it. */
function figuresWord({ state, isStreamed }: Point): string {
  if (isStreamed) return "streamed seconds";
  return state === "complete" ? "whole" : "part";
}

/** The run's results as a table: one line per point and direction, base units, nothing rounded. */
export function resultsTable(run: Run): ChartTable {
  return {
    header: [
      "run",
      "target",
      "host",
      "point",
      "name",
      "state",
      "figures",
      "direction",
      "operations",
      "bytes",
      "iops",
      "bytes_per_s",
      "latency_min_ns",
      "latency_mean_ns",
      "latency_stddev_ns",
      ...PERCENTILES.flatMap((percentile) => [`latency_p${percentile}_ns`, `samples_above_p${percentile}`]),
      "latency_max_ns",
      "cpu_ns_per_operation",
      "errors",
    ],
    rows: resultsOf(run.points).map((result) => [
      run.id,
      run.targetLabel,
      run.hostname,
      result.point.sequence + 1,
      pointName(result.point),
      result.point.state,
      figuresWord(result.point),
      result.direction,
      result.operations,
      result.bytes,
      result.iops,
      result.bytesPerSecond,
      result.latencyNsMin,
      result.latencyNsMean,
      result.latencyNsStddev,
      ...result.percentiles.flatMap((reading) =>
        reading.kind === "value" ? [reading.ns, reading.samplesAbove] : [undefined, 0],
      ),
      result.latencyNsMax,
      cpuNsPerOperation(result.point),
      result.point.errors.reduce((sum, { count }) => sum + count, 0),
    ]),
  };
}
