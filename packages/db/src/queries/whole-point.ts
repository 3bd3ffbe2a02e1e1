import type { Database } from "../client.ts";

/** One measured second of a point, both directions together. */
export interface WholeSecond {
  readonly second: number;
  readonly elapsedNs: number;
  readonly operations: number;
  readonly bytes: number;
  readonly bytesWritten: number;
  /** Undefined where nothing completed. */
  readonly latencyNsMean: number | undefined;
  readonly latencyNsMax: number | undefined;
}

/** A day: the longest continuous test of a standard. */
export const wholeSecondsLimit = 86_400;

/** All measured seconds of a point that arrived, from its start: a range of the key. */
export async function readWholePoint(db: Database, runId: string, sequence: number): Promise<WholeSecond[]> {
  const rows = await db.$queryRaw<WholeRecord[]>`
    SELECT second, max(elapsed_ns)::float8 AS elapsed_ns, sum(operations)::float8 AS operations, sum(bytes)::float8 AS bytes,
           coalesce(sum(bytes) FILTER (WHERE direction = 'write'), 0)::float8 AS bytes_written,
           (sum(latency_ns_mean::numeric * operations) / nullif(sum(operations) FILTER (WHERE latency_ns_mean IS NOT NULL), 0))
             ::float8 AS latency_ns_mean,
           max(latency_ns_max)::float8 AS latency_ns_max
      FROM point_second
     WHERE run_id = ${runId}::uuid AND point_sequence = ${sequence} AND NOT ramp AND elapsed_ns > 0
     GROUP BY second
     ORDER BY second
     LIMIT ${wholeSecondsLimit}`;
  return rows.map((row) => ({
    second: row.second,
    elapsedNs: row.elapsed_ns,
    operations: row.operations,
    bytes: row.bytes,
    bytesWritten: row.bytes_written,
    latencyNsMean: row.latency_ns_mean ?? undefined,
    latencyNsMax: row.latency_ns_max ?? undefined,
  }));
}

interface WholeRecord {
  second: number;
  elapsed_ns: number;
  operations: number;
  bytes: number;
  bytes_written: number;
  latency_ns_mean: number | null;
  latency_ns_max: number | null;
}
