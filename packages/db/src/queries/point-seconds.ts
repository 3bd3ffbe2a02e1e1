import type { Database, Transaction } from "../client.ts";
import type { IoDirection } from "../generated/client/client.ts";

/** Where a reader of a run's seconds stands: everything up to and with this second has been read. */
export interface SecondsCursor {
  readonly pointSequence: number;
  readonly phase: "ramp" | "measure";
  readonly second: number;
}

/** One direction of one second. Latencies are absent where nothing completed. */
export interface PointSecondRow {
  readonly pointSequence: number;
  readonly phase: "ramp" | "measure";
  readonly second: number;
  readonly direction: IoDirection;
  readonly time: Date;
  readonly elapsedNs: number;
  readonly operations: number;
  readonly bytes: number;
  readonly latencyNsMean: number | undefined;
  readonly latencyNsP50: number | undefined;
  readonly latencyNsP99: number | undefined;
  readonly latencyNsMax: number | undefined;
}

interface SecondRecord {
  point_sequence: number;
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
  const { pointSequence, ramp, second } = after
    ? { pointSequence: after.pointSequence, ramp: after.phase === "ramp", second: after.second }
    : { pointSequence: -1, ramp: false, second: 0 };
  // Each arm is a range of the primary key, so that a read late in a long run costs no more than an early one.
  const records = await db.$queryRaw<SecondRecord[]>`
    SELECT s.point_sequence, s.ramp, s.second, s.direction::text AS direction, s.time, s.elapsed_ns, s.operations, s.bytes,
           s.latency_ns_mean, s.latency_ns_p50, s.latency_ns_p99, s.latency_ns_max
      FROM (SELECT DISTINCT point_sequence, ramp, second
              FROM point_second
             WHERE run_id = ${runId}::uuid
               AND (point_sequence > ${pointSequence}
                 OR (point_sequence = ${pointSequence} AND ramp = ${ramp} AND second > ${second})
                 OR (point_sequence = ${pointSequence} AND ${ramp} AND NOT ramp))
             ORDER BY point_sequence, ramp DESC, second
             LIMIT ${limitSeconds}) AS page
      JOIN point_second AS s
        ON s.run_id = ${runId}::uuid AND (s.point_sequence, s.ramp, s.second) = (page.point_sequence, page.ramp, page.second)
     ORDER BY s.point_sequence, s.ramp DESC, s.second, s.direction`;
  return records.map(secondOf);
}

/** The measured and ramp seconds of one point, from its start. */
export async function readSecondsOfPoint(
  db: Database | Transaction,
  runId: string,
  pointSequence: number,
  limitSeconds: number,
): Promise<PointSecondRow[]> {
  const rows = await readSecondsAfter(
    db,
    runId,
    { pointSequence: pointSequence - 1, phase: "measure", second: maxSecond },
    limitSeconds,
  );
  return rows.filter((row) => row.pointSequence === pointSequence);
}

/** Past any second that the protocol allows. */
const maxSecond = 2_147_483_647;

function secondOf(record: SecondRecord): PointSecondRow {
  return {
    pointSequence: record.point_sequence,
    phase: record.ramp ? "ramp" : "measure",
    second: record.second,
    direction: record.direction,
    time: record.time,
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
