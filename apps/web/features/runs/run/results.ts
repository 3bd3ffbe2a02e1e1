import {
  decodeHistogram,
  type LatencyHistogram,
  PERCENTILES,
  type PercentileReading,
  readPercentiles,
} from "@crosspoint/domain";
import type { ChartTable } from "@/charts/prepare/csv";
import { type Point, type Run, workloadName } from "./run-detail";

type Direction = Point["directions"][number];

/** One direction of one measured point, its histogram decoded. */
export interface Result extends Direction {
  readonly point: Point;
  readonly decoded: LatencyHistogram;
  readonly percentiles: readonly PercentileReading[];
}

/** Every measured direction of these points, in the order of the plan. */
export function resultsOf(points: readonly Point[]): Result[] {
  return points.flatMap((point) =>
    point.directions.map((direction) => {
      const decoded = decodeHistogram(direction.histogram);
      return { ...direction, point, decoded, percentiles: readPercentiles(decoded) };
    }),
  );
}

/** CPU time that the benchmark spent on one operation, in nanoseconds; of both directions together. */
export function cpuNsPerOperation(point: Pick<Point, "cpuUserNs" | "cpuSystemNs" | "directions">): number | undefined {
  const operations = point.directions.reduce((sum, direction) => sum + direction.operations, 0);
  if (operations === 0 || (point.cpuUserNs === undefined && point.cpuSystemNs === undefined)) return undefined;
  return ((point.cpuUserNs ?? 0) + (point.cpuSystemNs ?? 0)) / operations;
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
      result.point.index + 1,
      workloadName(result.point.spec),
      result.point.state,
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
