import type { Database } from "../client.ts";

/** One point of a run, by its number. */
export interface PointPlace {
  readonly runId: string;
  readonly sequence: number;
}

/** What a comparison chooses points by. */
export interface MeasuredPlace extends PointPlace {
  readonly stepPath: readonly number[];
  readonly round: number | null;
  readonly workloadKey: string;
  /** protocol's PointEnding. */
  readonly ending: unknown;
  readonly confirms: boolean;
  readonly state: string;
  readonly reason: string | null;
}

/** The measured points of these runs, or those of one workload, run by run in the order of measuring; at most `limit`. */
export async function measuredPlaces(
  db: Database,
  runIds: readonly string[],
  limit: number,
  workloadKey: string | null = null,
): Promise<MeasuredPlace[]> {
  if (runIds.length === 0) return [];
  return db.$queryRaw<MeasuredPlace[]>`
    SELECT run_id::text AS "runId", sequence, step_path AS "stepPath", round, workload_key AS "workloadKey",
      spec -> 'ending' AS ending, coalesce((raised ->> 'confirms')::boolean, false) AS confirms, state::text AS state, reason
    FROM benchmark_point
    WHERE run_id = ANY(${[...runIds]}::uuid[]) AND purpose = 'measure'
      AND (${workloadKey}::text IS NULL OR workload_key = ${workloadKey})
    ORDER BY run_id, sequence
    LIMIT ${limit}`;
}

/** One direction of one point, with what surrounded it. */
export interface ComparedRow extends PointPlace {
  readonly environment: unknown;
  readonly warnings: unknown;
  readonly elapsedNs: number | null;
  /** Of all threads, in user and system mode. */
  readonly cpuNs: number | null;
  readonly direction: "read" | "write";
  /** Reads and writes at once. */
  readonly isMix: boolean;
  /** Its figures are those of the last of its rounds, which were steady; its seconds and its CPU time those of all. */
  readonly isOfLastRounds: boolean;
  readonly operations: number;
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly latencyNsMean: number | null;
  readonly latencyNsMax: number | null;
  readonly latencyNsP50: number | null;
  readonly latencyNsP99: number | null;
  readonly latencyNsP999: number | null;
  readonly latencyNsP9999: number | null;
  readonly latencyNsP99999: number | null;
}

/** The results of these points; nothing of one that has none. One statement, bounded by the places. */
export async function comparedRows(db: Database, places: readonly PointPlace[]): Promise<ComparedRow[]> {
  if (places.length === 0) return [];
  const { runIds, sequences } = columnsOf(places);
  return db.$queryRaw<ComparedRow[]>`
    SELECT point.run_id::text AS "runId", point.sequence, point.environment, point.warnings,
      point.elapsed_ns::float8 AS "elapsedNs", (point.cpu_user_ns + point.cpu_system_ns)::float8 AS "cpuNs",
      result.direction::text AS direction, (point.spec ->> 'readPercent')::int BETWEEN 1 AND 99 AS "isMix",
      coalesce(point.spec -> 'ending' ->> 'kind' = 'steadyState', false) AS "isOfLastRounds",
      result.operations::float8 AS operations, result.iops,
      result.bytes_per_second AS "bytesPerSecond", result.latency_ns_mean AS "latencyNsMean",
      result.latency_ns_max::float8 AS "latencyNsMax", result.latency_ns_p50::float8 AS "latencyNsP50",
      result.latency_ns_p99::float8 AS "latencyNsP99", result.latency_ns_p999::float8 AS "latencyNsP999",
      result.latency_ns_p9999::float8 AS "latencyNsP9999", result.latency_ns_p99999::float8 AS "latencyNsP99999"
    FROM unnest(${runIds}::uuid[], ${sequences}::int[]) AS place (run_id, sequence)
    JOIN benchmark_point AS point ON point.run_id = place.run_id AND point.sequence = place.sequence
    JOIN point_direction AS result ON result.run_id = point.run_id AND result.point_sequence = point.sequence
    ORDER BY point.run_id, point.sequence, result.direction
    LIMIT ${2 * places.length}`;
}

export interface StoredHistogram extends PointPlace {
  readonly direction: "read" | "write";
  /** HdrHistogram V2, deflated; null where an imported file has none. */
  readonly histogram: Uint8Array | null;
}

/** The histograms of these points, both directions. */
export async function histogramsOf(db: Database, places: readonly PointPlace[]): Promise<StoredHistogram[]> {
  if (places.length === 0) return [];
  const { runIds, sequences } = columnsOf(places);
  return db.$queryRaw<StoredHistogram[]>`
    SELECT result.run_id::text AS "runId", result.point_sequence AS sequence, result.direction::text AS direction, result.histogram
    FROM unnest(${runIds}::uuid[], ${sequences}::int[]) AS place (run_id, sequence)
    JOIN point_direction AS result ON result.run_id = place.run_id AND result.point_sequence = place.sequence
    LIMIT ${2 * places.length}`;
}

function columnsOf(places: readonly PointPlace[]) {
  return { runIds: places.map(({ runId }) => runId), sequences: places.map(({ sequence }) => sequence) };
}

export interface StoredSpec extends PointPlace {
  /** protocol's PointSpec. */
  readonly spec: unknown;
}

/** What was asked of these points. */
export async function specsOf(db: Database, places: readonly PointPlace[]): Promise<StoredSpec[]> {
  if (places.length === 0) return [];
  const { runIds, sequences } = columnsOf(places);
  return db.$queryRaw<StoredSpec[]>`
    SELECT point.run_id::text AS "runId", point.sequence, point.spec
    FROM unnest(${runIds}::uuid[], ${sequences}::int[]) AS place (run_id, sequence)
    JOIN benchmark_point AS point ON point.run_id = place.run_id AND point.sequence = place.sequence
    LIMIT ${places.length}`;
}
