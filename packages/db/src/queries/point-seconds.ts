import type { Database, Transaction } from "../client.ts";
import type { IoDirection } from "../generated/client/client.ts";

/** Where a reader of a run's seconds stands: everything up to and with this second has been read. */
export interface SecondsCursor {
  readonly pointIndex: number;
  readonly phase: "ramp" | "measure";
  readonly second: number;
}

/** One direction of one second. Latencies are absent where nothing completed. */
export interface PointSecondRow {
  readonly pointIndex: number;
  readonly phase: "ramp" | "measure";
  readonly second: number;
  readonly direction: IoDirection;
  readonly timeMs: number;
  readonly elapsedNs: number;
  readonly operations: number;
  readonly bytes: number;
  readonly latencyNsMean: number | undefined;
  readonly latencyNsP50: number | undefined;
  readonly latencyNsP99: number | undefined;
  readonly latencyNsMax: number | undefined;
}

interface SecondRecord {
  point_index: number;
  ramp: boolean;
  second: number;
  direction: IoDirection;
  time: Date;
  elapsed_ns: bigint;
  operations: bigint;
  bytes: bigint;
  latency_ns_mean: bigint | null;
  latency_ns_p50: bigint | null;
  latency_ns_p99: bigint | null;
  latency_ns_max: bigint | null;
}

/**
 * The rows of whole seconds after the cursor, in the order in which they were measured: point by point, ramp before
 * measurement. Bounded by the run and by `limitSeconds`; a run is at most as long as its plan.
 */
export async function readSecondsAfter(
  db: Database | Transaction,
  runId: string,
  after: SecondsCursor | undefined,
  limitSeconds: number,
): Promise<PointSecondRow[]> {
  const { pointIndex, measured, second } = after
    ? { pointIndex: after.pointIndex, measured: after.phase === "measure", second: after.second }
    : { pointIndex: -1, measured: true, second: 0 };
  const records = await db.$queryRaw<SecondRecord[]>`
    SELECT s.point_index, s.ramp, s.second, s.direction::text AS direction, s.time, s.elapsed_ns, s.operations, s.bytes,
           s.latency_ns_mean, s.latency_ns_p50, s.latency_ns_p99, s.latency_ns_max
      FROM (SELECT DISTINCT point_index, ramp, second
              FROM point_second
             WHERE run_id = ${runId}::uuid AND (point_index, NOT ramp, second) > (${pointIndex}, ${measured}, ${second})
             ORDER BY point_index, ramp DESC, second
             LIMIT ${limitSeconds}) AS page
      JOIN point_second AS s
        ON s.run_id = ${runId}::uuid AND (s.point_index, s.ramp, s.second) = (page.point_index, page.ramp, page.second)
     ORDER BY s.point_index, s.ramp DESC, s.second, s.direction`;
  return records.map(secondOf);
}

/** The measured and ramp seconds of one point, from its start. */
export async function readSecondsOfPoint(
  db: Database | Transaction,
  runId: string,
  pointIndex: number,
  limitSeconds: number,
): Promise<PointSecondRow[]> {
  const rows = await readSecondsAfter(
    db,
    runId,
    { pointIndex: pointIndex - 1, phase: "measure", second: maxSecond },
    limitSeconds,
  );
  return rows.filter((row) => row.pointIndex === pointIndex);
}

/** Past any second that the protocol allows. */
const maxSecond = 2_147_483_647;

function secondOf(record: SecondRecord): PointSecondRow {
  return {
    pointIndex: record.point_index,
    phase: record.ramp ? "ramp" : "measure",
    second: record.second,
    direction: record.direction,
    timeMs: record.time.getTime(),
    elapsedNs: Number(record.elapsed_ns),
    operations: Number(record.operations),
    bytes: Number(record.bytes),
    latencyNsMean: optionalNumber(record.latency_ns_mean),
    latencyNsP50: optionalNumber(record.latency_ns_p50),
    latencyNsP99: optionalNumber(record.latency_ns_p99),
    latencyNsMax: optionalNumber(record.latency_ns_max),
  };
}

function optionalNumber(value: bigint | null): number | undefined {
  return value === null ? undefined : Number(value);
}
