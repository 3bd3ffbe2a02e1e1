import type { Transaction } from "../client.ts";

/** One direction of one second of a point. Latencies are null where no operation completed. */
export interface PointSecondRow {
  readonly runId: string;
  readonly pointSequence: number;
  readonly ramp: boolean;
  /** Which measurement of the point this is. */
  readonly attempt: number;
  readonly second: number;
  readonly direction: "read" | "write";
  readonly time: Date;
  readonly elapsedNs: number;
  readonly operations: number;
  readonly bytes: number;
  readonly latencyNsMean: number | undefined;
  readonly latencyNsP50: number | undefined;
  readonly latencyNsP99: number | undefined;
  readonly latencyNsMax: number | undefined;
  /** Base64. */
  readonly histogram: string;
}

/** Adds seconds in one statement. The first word on a second of the latest attempt stands; those of earlier ones are void. */
export async function insertPointSeconds(tx: Transaction, arrived: readonly PointSecondRow[]): Promise<void> {
  const latest = await latestAttempts(tx, arrived);
  const rows = arrived.filter((row) => row.attempt >= (latest.get(keyOf(row.runId, row.pointSequence)) ?? 0));
  // Whole numbers travel as text: past 2^31 the driver would take a JavaScript number for a float.
  const whole = (read: (row: PointSecondRow) => number | undefined) => rows.map((row) => read(row)?.toString() ?? null);
  await tx.$executeRaw`
    INSERT INTO point_second (
      run_id, point_sequence, ramp, second, attempt, direction, time, elapsed_ns, operations, bytes,
      latency_ns_mean, latency_ns_p50, latency_ns_p99, latency_ns_max, histogram
    )
    SELECT DISTINCT ON (run_id, point_sequence, ramp, second, direction)
      run_id, point_sequence, ramp, second, attempt, direction::io_direction, time, elapsed_ns, operations, bytes,
      latency_ns_mean, latency_ns_p50, latency_ns_p99, latency_ns_max, decode(histogram, 'base64')
    FROM unnest(
      ${rows.map((row) => row.runId)}::uuid[],
      ${rows.map((row) => row.pointSequence)}::int[],
      ${rows.map((row) => String(row.ramp))}::boolean[],
      ${rows.map((row) => row.second)}::int[],
      ${rows.map((row) => row.attempt)}::smallint[],
      ${rows.map((row) => row.direction)}::text[],
      ${rows.map((row) => row.time.toISOString())}::timestamptz[],
      ${whole((row) => row.elapsedNs)}::bigint[],
      ${whole((row) => row.operations)}::bigint[],
      ${whole((row) => row.bytes)}::bigint[],
      ${whole((row) => row.latencyNsMean)}::bigint[],
      ${whole((row) => row.latencyNsP50)}::bigint[],
      ${whole((row) => row.latencyNsP99)}::bigint[],
      ${whole((row) => row.latencyNsMax)}::bigint[],
      ${rows.map((row) => row.histogram)}::text[]
    ) AS row (
      run_id, point_sequence, ramp, second, attempt, direction, time, elapsed_ns, operations, bytes,
      latency_ns_mean, latency_ns_p50, latency_ns_p99, latency_ns_max, histogram
    )
    ORDER BY run_id, point_sequence, ramp, second, direction, attempt DESC
    ON CONFLICT (run_id, point_sequence, ramp, second, direction) DO UPDATE SET
      attempt = excluded.attempt, time = excluded.time, elapsed_ns = excluded.elapsed_ns,
      operations = excluded.operations, bytes = excluded.bytes, latency_ns_mean = excluded.latency_ns_mean,
      latency_ns_p50 = excluded.latency_ns_p50, latency_ns_p99 = excluded.latency_ns_p99,
      latency_ns_max = excluded.latency_ns_max, histogram = excluded.histogram
    WHERE point_second.attempt < excluded.attempt`;
}

/** Seconds of an earlier attempt may arrive after the word that the point is measured once more. */
async function latestAttempts(tx: Transaction, rows: readonly PointSecondRow[]): Promise<ReadonlyMap<string, number>> {
  const runIds = [...new Set(rows.map(({ runId }) => runId))];
  const points = await tx.$queryRaw<{ runId: string; sequence: number; attempt: number }[]>`
    SELECT run_id AS "runId", sequence, attempt
    FROM benchmark_point
    WHERE run_id = ANY(${runIds}::uuid[]) AND attempt > 0`;
  return new Map(points.map(({ runId, sequence, attempt }) => [keyOf(runId, sequence), attempt]));
}

function keyOf(runId: string, sequence: number): string {
  return `${runId}/${sequence}`;
}
