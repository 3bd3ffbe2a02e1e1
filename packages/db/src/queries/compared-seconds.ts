import type { Database } from "../client.ts";
import type { PointPlace } from "./compared-points.ts";

/** A point whose seconds are compared, and how many of them are taken together. */
export interface BinnedPlace extends PointPlace {
  /** Whole seconds of an interval, from 1. */
  readonly binSeconds: number;
}

/** One direction of one point, interval by interval in order of time. */
export interface PointIntervals extends PointPlace {
  readonly direction: "read" | "write";
  /** Which intervals these are; one that is missing is a gap. */
  readonly bins: readonly number[];
  readonly operations: readonly number[];
  readonly bytes: readonly number[];
  readonly elapsedNs: readonly number[];
  /** Latency of all operations of an interval together. */
  readonly latencyNs: readonly number[];
}

/** Shorter ones, at a point's end, say too little to be a second. */
const shortestNs = 500_000_000;

/** The measured seconds of these points, warm-up excluded, in one statement: a row for each direction of each point. */
export async function intervalsOf(db: Database, places: readonly BinnedPlace[]): Promise<PointIntervals[]> {
  if (places.length === 0) return [];
  const runIds = places.map(({ runId }) => runId);
  const sequences = places.map(({ sequence }) => sequence);
  const binSeconds = places.map((place) => place.binSeconds);
  return db.$queryRaw<PointIntervals[]>`
    SELECT run_id::text AS "runId", point_sequence AS sequence, direction::text AS direction,
      array_agg(bin ORDER BY bin) AS bins, array_agg(operations ORDER BY bin) AS operations,
      array_agg(bytes ORDER BY bin) AS bytes, array_agg(elapsed_ns ORDER BY bin) AS "elapsedNs",
      array_agg(latency_ns ORDER BY bin) AS "latencyNs"
    FROM (
      SELECT second.run_id, second.point_sequence, second.direction, second.second / place.bin_seconds AS bin,
        sum(second.operations)::float8 AS operations, sum(second.bytes)::float8 AS bytes,
        sum(second.elapsed_ns)::float8 AS elapsed_ns,
        coalesce(sum(second.latency_ns_mean::float8 * second.operations::float8), 0) AS latency_ns
      FROM unnest(${runIds}::uuid[], ${sequences}::int[], ${binSeconds}::int[]) AS place (run_id, sequence, bin_seconds)
      JOIN point_second AS second ON second.run_id = place.run_id AND second.point_sequence = place.sequence
      WHERE NOT second.ramp AND second.elapsed_ns >= ${shortestNs}
      GROUP BY 1, 2, 3, 4
    ) AS interval
    GROUP BY 1, 2, 3
    LIMIT ${2 * places.length}`;
}
