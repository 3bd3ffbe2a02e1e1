import type { Database } from "../client.ts";

/**
 * What the complete points of a batch came to in one direction: those of one place in the plan and of one load. The place is not
 * their sequence: rounds that ended sooner on one drive, or a search that took another way, leave unlike ones behind them.
 */
export interface BatchPoint {
  readonly stepPath: readonly number[];
  readonly round: number | null;
  /** What a search raised; its trial of a value and the confirmation of that value are two places. */
  readonly raised: unknown;
  readonly workloadKey: string;
  readonly spec: unknown;
  readonly direction: "read" | "write";
  readonly runs: number;
  readonly operations: number;
  readonly iops: number;
  readonly bytesPerSecond: number;
  /** The run with the highest mean latency. */
  readonly slowestRunId: string;
  readonly slowestMeanNs: number | null;
  readonly slowestIops: number;
}

/** The sums of a batch, point by point. Percentiles are not among them: those are read from merged histograms. */
export async function batchPoints(db: Database, batchId: string, limit: number): Promise<BatchPoint[]> {
  return db.$queryRaw<BatchPoint[]>`
    SELECT point.step_path AS "stepPath", point.round, point.raised, point.workload_key AS "workloadKey",
      (array_agg(point.spec))[1] AS spec, result.direction::text AS direction,
      count(*)::int AS runs, sum(result.operations)::float8 AS operations, sum(result.iops) AS iops,
      sum(result.bytes_per_second) AS "bytesPerSecond",
      (array_agg(run.id::text ORDER BY result.latency_ns_mean DESC NULLS LAST, run.id))[1] AS "slowestRunId",
      max(result.latency_ns_mean) AS "slowestMeanNs",
      (array_agg(result.iops ORDER BY result.latency_ns_mean DESC NULLS LAST, run.id))[1] AS "slowestIops"
    FROM benchmark_run AS run
    JOIN benchmark_point AS point ON point.run_id = run.id AND point.state = 'complete'
    JOIN point_direction AS result ON result.run_id = point.run_id AND result.point_sequence = point.sequence
    WHERE run.batch_id = ${batchId}::uuid AND point.purpose = 'measure'
    GROUP BY point.step_path, point.round, point.raised, point.workload_key, result.direction
    ORDER BY min(point.sequence), point.step_path, point.round, point.workload_key, result.direction
    LIMIT ${limit}`;
}
