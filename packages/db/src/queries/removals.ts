import type { Database, Transaction } from "../client.ts";

/**
 * Drives that a host had last and that are in none now, in the order of their ids. One that another host lists is that
 * one's, though it has not been given it yet. Of two records that were merged neither goes: they could not be unmerged.
 */
export async function findDrivesLastOn(db: Database | Transaction, hostId: string, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT last.drive_id::text AS id
    FROM drive_sighting AS own
    CROSS JOIN LATERAL (
      SELECT host_id, drive_id, ended_at FROM drive_sighting
      WHERE drive_id = own.drive_id ORDER BY ended_at DESC NULLS FIRST, last_seen_at DESC LIMIT 1
    ) AS last
    WHERE own.host_id = ${hostId}::uuid AND last.host_id = ${hostId}::uuid AND last.ended_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM drive_claim WHERE drive_id = last.drive_id AND dismissed_at IS NULL)
      AND NOT EXISTS (SELECT FROM drive_merge WHERE last.drive_id IN (into_id, away_id) AND state <> 'unmerged')
    ORDER BY id
    LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** What is kept of how drives were. */
export interface CountedHistory {
  readonly samples: number;
  /** What samples were rolled up to, and is kept for longer. */
  readonly hours: number;
  readonly days: number;
  /** Of the oldest of them all. */
  readonly since: Date | null;
}

/** The history of drives, read from its keys alone. */
export async function countHistory(db: Database | Transaction, driveIds: readonly string[]): Promise<CountedHistory> {
  const [row] = await db.$queryRaw<{ samples: bigint; hours: bigint; days: bigint; since: Date | null }[]>`
    SELECT sample.count AS samples, hour.count AS hours, day.count AS days, least(sample.since, hour.since, day.since) AS since
    FROM (SELECT count(*), min(time) AS since FROM smart_sample WHERE drive_id = ANY (${driveIds}::uuid[])) AS sample,
      (SELECT count(*), min(time) AS since FROM smart_hour WHERE drive_id = ANY (${driveIds}::uuid[])) AS hour,
      (SELECT count(*), min(time) AS since FROM smart_day WHERE drive_id = ANY (${driveIds}::uuid[])) AS day`;
  return {
    samples: Number(row?.samples ?? 0),
    hours: Number(row?.hours ?? 0),
    days: Number(row?.days ?? 0),
    since: row?.since ?? null,
  };
}

export interface TakenRemoval {
  readonly id: string;
  readonly driveIds: readonly string[];
  readonly runIds: readonly string[];
  readonly drivesDone: number;
  readonly runsDone: number;
  readonly startedAt: Date | null;
}

/** The oldest removal that is not done and that no other worker has in hand, locked. */
export async function takeRemoval(tx: Transaction): Promise<TakenRemoval | undefined> {
  const rows = await tx.$queryRaw<TakenRemoval[]>`
    SELECT id::text AS id, drive_ids::text[] AS "driveIds", run_ids::text[] AS "runIds", drives_done AS "drivesDone",
      runs_done AS "runsDone", started_at AS "startedAt"
    FROM removal WHERE finished_at IS NULL ORDER BY requested_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return rows[0];
}
