import { textList } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";

export interface KeyHolder {
  readonly id: string;
  readonly hostname: string;
  readonly agentKeyHash: string;
  readonly keyRevokedAt: Date | null;
}

/** The hosts whose agents' keys have one of these hashes. */
export async function findKeyHolders(db: SqlRunner, hashes: readonly string[]): Promise<KeyHolder[]> {
  return db.$queryRaw<KeyHolder[]>`
    SELECT id, hostname, agent_key_hash AS "agentKeyHash", key_revoked_at AS "keyRevokedAt"
    FROM host WHERE agent_key_hash = ANY (${textList(hashes)}::text[])
    LIMIT ${hashes.length}`;
}
