import { list } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";

export interface PolledHost {
  readonly id: string;
  /** A command waits for it that is leased to nobody. */
  readonly hasCommand: boolean;
}

/**
 * Notes of hosts that they were heard of, and says for which of them commands wait. Left out are those that are removed or whose key
 * was revoked. A row that somebody else holds is not waited for: it is held to store what its host says, which notes the same.
 */
export async function openPolls(db: SqlRunner, hostIds: readonly string[], now: Date): Promise<PolledHost[]> {
  const [ids, at] = [list(hostIds), now.toISOString()];
  return db.$queryRaw<PolledHost[]>`
    WITH free AS (
      SELECT id FROM host WHERE id = ANY (${ids}::uuid[]) AND key_revoked_at IS NULL
      ORDER BY id
      LIMIT ${hostIds.length}
      FOR NO KEY UPDATE SKIP LOCKED
    ), seen AS (
      UPDATE host SET last_seen_at = ${at}::timestamptz FROM free WHERE host.id = free.id
    )
    SELECT host.id, EXISTS (
      SELECT FROM command
      WHERE host_id = host.id AND state = 'pending' AND expires_at > ${at}::timestamptz
        AND (leased_until IS NULL OR leased_until <= ${at}::timestamptz)
    ) AS "hasCommand"
    FROM host WHERE id = ANY (${ids}::uuid[]) AND key_revoked_at IS NULL
    LIMIT ${hostIds.length}`;
}
