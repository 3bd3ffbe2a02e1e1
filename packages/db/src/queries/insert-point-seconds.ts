import type { Transaction } from "../client.ts";

/** One direction of one second of a point. Latencies are null where no operation completed. */
export interface PointSecondRow {
  readonly runId: string;
  readonly pointSequence: number;
  readonly ramp: boolean;
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

/** Adds seconds in one statement; the first word on a second stands. */
export async function insertPointSeconds(tx: Transaction, rows: readonly PointSecondRow[]): Promise<void> {
  // Whole numbers travel as text: past 2^31 the driver would take a JavaScript number for a float.
  const whole = (read: (row: PointSecondRow) => number | undefined) => rows.map((row) => read(row)?.toString() ?? null);
  await tx.$executeRaw`
    INSERT INTO point_second (
      run_id, point_sequence, ramp, second, direction, time, elapsed_ns, operations, bytes,
      latency_ns_mean, latency_ns_p50, latency_ns_p99, latency_ns_max, histogram
    )
    SELECT run_id, point_sequence, ramp, second, direction::io_direction, time, elapsed_ns, operations, bytes,
      latency_ns_mean, latency_ns_p50, latency_ns_p99, latency_ns_max, decode(histogram, 'base64')
    FROM unnest(
      ${rows.map((row) => row.runId)}::uuid[],
      ${rows.map((row) => row.pointSequence)}::int[],
      ${rows.map((row) => String(row.ramp))}::boolean[],
      ${rows.map((row) => row.second)}::int[],
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
      run_id, point_sequence, ramp, second, direction, time, elapsed_ns, operations, bytes,
      latency_ns_mean, latency_ns_p50, latency_ns_p99, latency_ns_max, histogram
    )
    ON CONFLICT DO NOTHING`;
}
