import { Prisma } from "../generated/client/client.ts";
import type { SqlRunner } from "../plain.ts";
import { smartOfLatest } from "./smart-log-columns.ts";

export interface LatestSampleRow {
  readonly driveId: string;
  /** By the server's clock, where its host's is ahead. */
  readonly time: Date;
  /** protocol's SmartLog. */
  readonly smart: unknown;
}

/** Where a newest sample is in the time series. */
export interface SamplePlace {
  readonly driveId: string;
  /** As {@link LatestSampleRow} has it. */
  readonly time: Date;
  readonly sampleTime: Date;
}

/**
 * The newest samples of drives that have one: where `drive_reading` says that they are in the time series, or what was kept of
 * them when their partition was dropped. Each table in a statement of its own: they may be on different machines.
 */
export async function findLatestSamples(db: SqlRunner, driveIds: readonly string[]): Promise<LatestSampleRow[]> {
  if (driveIds.length === 0) return [];
  const places = await db.$queryRaw<SamplePlace[]>`
    SELECT drive_id AS "driveId", sampled_at AS time, sample_time AS "sampleTime" FROM drive_reading
    WHERE drive_id = ANY (${driveIds}::uuid[]) AND sample_time IS NOT NULL
    LIMIT ${driveIds.length}`;
  return findSamplesAt(db, places);
}

/** The same of drives of which it is known where theirs are. */
export async function findSamplesAt(db: SqlRunner, places: readonly SamplePlace[]): Promise<LatestSampleRow[]> {
  const logs = await logsAt(db, "smart_sample", places);
  const missing = places.filter(({ driveId }) => !logs.has(driveId));
  for (const [driveId, smart] of await logsAt(db, "drive_latest", missing)) logs.set(driveId, smart);
  return places.flatMap(({ driveId, time }) =>
    logs.has(driveId) ? [{ driveId, time, smart: logs.get(driveId) }] : [],
  );
}

async function logsAt(
  db: SqlRunner,
  table: "smart_sample" | "drive_latest",
  places: readonly SamplePlace[],
): Promise<Map<string, unknown>> {
  if (places.length === 0) return new Map();
  const [ids, times] = [places.map(({ driveId }) => driveId), places.map(({ sampleTime }) => sampleTime.toISOString())];
  // Without that every day's table is locked, however long samples are kept.
  const [first, last] = [times.reduce(earlier), times.reduce(later)];
  const rows = await db.$queryRaw<{ driveId: string; smart: unknown }[]>`
    SELECT latest.drive_id AS "driveId", ${smartOfLatest} AS smart
    FROM ${Prisma.raw(table)} AS latest
    JOIN unnest(${ids}::uuid[], ${times}::timestamptz[]) AS place (drive_id, time)
      ON latest.drive_id = place.drive_id AND latest.time = place.time
    WHERE latest.time BETWEEN ${first}::timestamptz AND ${last}::timestamptz
    LIMIT ${places.length}`;
  return new Map(rows.map(({ driveId, smart }) => [driveId, smart]));
}

/** Of two times in one form. */
const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a < b ? b : a);
