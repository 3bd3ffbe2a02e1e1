import { textList } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";

export interface PolledHost {
  readonly keyHash: string;
  /** A command waits for it that is leased to nobody. */
  readonly hasCommand: boolean;
}

/**
 * Notes of hosts, by the hashes of their keys, that they were heard of, and says for which of them commands wait.
 * Left out are keys that were revoked, and those of hosts that are removed or have another key by now. A row that
 * somebody else holds is not waited for: it is held to store what its host says, which notes the same. A poll does not tell the host's clock:
 * an hour after the last word, how far it is from ours is not known until the next report.
 */
export async function openPolls(db: SqlRunner, keyHashes: readonly string[], now: Date): Promise<PolledHost[]> {
  const [hashes, at] = [textList(keyHashes), now.toISOString()];
  return db.$queryRaw<PolledHost[]>`
    WITH free AS (
      SELECT id FROM host WHERE agent_key_hash = ANY (${hashes}::text[]) AND key_revoked_at IS NULL
      ORDER BY id
      LIMIT ${keyHashes.length}
      FOR NO KEY UPDATE SKIP LOCKED
    ), seen AS (
      UPDATE host SET last_seen_at = ${at}::timestamptz,
        clock_skew_ms = CASE WHEN last_seen_at >= ${at}::timestamptz - interval '1 hour' THEN clock_skew_ms END
      FROM free WHERE host.id = free.id
    )
    SELECT host.agent_key_hash AS "keyHash", EXISTS (
      SELECT FROM command
      WHERE host_id = host.id AND state = 'pending' AND expires_at > ${at}::timestamptz
        AND (leased_until IS NULL OR leased_until <= ${at}::timestamptz)
    ) AS "hasCommand"
    FROM host WHERE agent_key_hash = ANY (${hashes}::text[]) AND key_revoked_at IS NULL
    LIMIT ${keyHashes.length}`;
}
