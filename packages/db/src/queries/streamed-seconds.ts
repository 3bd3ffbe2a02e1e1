import type { Database, Transaction } from "../client.ts";
import type { IoDirection } from "../generated/client/client.ts";

/** Seconds of one point that its figures are made of: two hours, as many as its charts show. */
export const streamedSecondsLimit = 7200;

export interface PointPlace {
  readonly runId: string;
  readonly sequence: number;
}

/** What one direction did in the streamed seconds of a point, the ramp left out. */
export interface StreamedDirection extends PointPlace {
  readonly direction: IoDirection;
  /** Length of these seconds, of whichever direction; a second that did not arrive is not among them. */
  readonly elapsedNs: number;
  /** The newest of them, counted from 0. */
  readonly lastSecond: number;
  readonly operations: number;
  readonly bytes: bigint;
  /** Over all operations; undefined where none completed. */
  readonly latencyNsMean: number | undefined;
  readonly latencyNsMax: number | undefined;
}

interface StreamedRecord {
  run_id: string;
  sequence: number;
  direction: IoDirection;
  elapsed_ns: bigint;
  last_second: number;
  operations: bigint;
  bytes: bigint;
  latency_ns_mean: number | null;
  latency_ns_max: bigint | null;
}

/** Sums of the first {@link streamedSecondsLimit} measured seconds of each point: a range of the key for each. */
export async function sumStreamedSeconds(
  db: Database | Transaction,
  points: readonly PointPlace[],
): Promise<StreamedDirection[]> {
  const records = await db.$queryRaw<StreamedRecord[]>`
    WITH measured AS (
      SELECT second.* FROM unnest(
        ${points.map(({ runId }) => runId)}::uuid[], ${points.map(({ sequence }) => sequence)}::int[]
      ) AS point (run_id, sequence)
      CROSS JOIN LATERAL (
        SELECT run_id, point_sequence AS sequence, second, direction, elapsed_ns, operations, bytes, latency_ns_mean,
               latency_ns_max
          FROM point_second
         WHERE run_id = point.run_id AND point_sequence = point.sequence AND NOT ramp
           AND second < ${streamedSecondsLimit}
      ) AS second
    ), lengths AS (
      SELECT run_id, sequence, sum(elapsed_ns)::bigint AS elapsed_ns
        FROM (SELECT run_id, sequence, second, max(elapsed_ns) AS elapsed_ns FROM measured GROUP BY 1, 2, 3) AS each
       GROUP BY 1, 2
    )
    SELECT measured.run_id::text AS run_id, measured.sequence, measured.direction::text AS direction,
           lengths.elapsed_ns, max(measured.second) AS last_second, sum(measured.operations)::bigint AS operations, sum(measured.bytes)::bigint AS bytes,
           (sum(latency_ns_mean::numeric * operations) / nullif(sum(operations) FILTER (WHERE latency_ns_mean IS NOT NULL), 0))
             ::float8 AS latency_ns_mean,
           max(latency_ns_max) AS latency_ns_max
      FROM measured JOIN lengths USING (run_id, sequence)
     GROUP BY 1, 2, 3, 4
     ORDER BY 1, 2, 3
     LIMIT ${2 * points.length}`;
  return records.map((record) => ({
    runId: record.run_id,
    sequence: record.sequence,
    direction: record.direction,
    elapsedNs: Number(record.elapsed_ns),
    lastSecond: record.last_second,
    operations: Number(record.operations),
    bytes: record.bytes,
    latencyNsMean: record.latency_ns_mean ?? undefined,
    latencyNsMax: record.latency_ns_max === null ? undefined : Number(record.latency_ns_max),
  }));
}

/** Histograms of some measured seconds of a point, from `fromSecond` up to, not including, `toSecond`. */
export async function readSecondHistograms(
  db: Database | Transaction,
  { runId, sequence }: PointPlace,
  direction: IoDirection,
  { fromSecond, toSecond }: { readonly fromSecond: number; readonly toSecond: number },
): Promise<Uint8Array[]> {
  const rows = await db.pointSecond.findMany({
    where: {
      runId,
      pointSequence: sequence,
      ramp: false,
      direction,
      second: { gte: fromSecond, lt: toSecond },
      operations: { gt: 0 },
      histogram: { not: null },
    },
    select: { histogram: true },
    take: toSecond - fromSecond,
  });
  return rows.flatMap(({ histogram }) => (histogram === null ? [] : [histogram]));
}
