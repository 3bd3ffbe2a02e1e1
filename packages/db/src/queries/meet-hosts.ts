import { list } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";

export interface HostSight {
  readonly hostId: string;
  readonly now: Date;
  readonly clockSkewMs: number;
}

export interface MetHost {
  readonly id: string;
  /** Pairs of first and last. */
  readonly eventsTaken: string[];
  /** It lists drives that another host holds. */
  readonly claims: boolean;
}

/**
 * Notes that hosts were heard of and locks them, in the order of their ids; one row a host. Left out are those that are
 * removed, whose key was revoked, and those that somebody else has locked: nobody waits for them here.
 */
export async function meetHosts(tx: SqlRunner, sights: readonly HostSight[]): Promise<MetHost[]> {
  const ids = list(sights.map(({ hostId }) => hostId));
  return tx.$queryRaw<MetHost[]>`
    WITH met AS (
      SELECT id FROM host
      WHERE id = ANY (${ids}::uuid[]) AND key_revoked_at IS NULL
      ORDER BY id
      LIMIT ${sights.length}
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE host SET last_seen_at = sight.time, clock_skew_ms = sight.skew
    FROM met JOIN unnest(
      ${ids}::uuid[],
      ${list(sights.map(({ now }) => now.toISOString()))}::timestamptz[],
      ${list(sights.map(({ clockSkewMs }) => clockSkewMs))}::bigint[]
    ) AS sight (id, time, skew) USING (id)
    WHERE host.id = met.id
    RETURNING host.id, host.events_taken::text[] AS "eventsTaken",
      EXISTS (SELECT 1 FROM drive_claim WHERE host_id = host.id AND dismissed_at IS NULL) AS claims`;
}
