import type { Database } from "../client.ts";

export interface LeasedCommand {
  readonly id: string;
  readonly payload: unknown;
}

/**
 * Leases the oldest commands that wait for a host. Two polls of one host never get the same command while its lease
 * holds: rows that another poll is leasing are skipped, not waited for. A poll whose key was revoked while it was waiting
 * gets none, though the host was enrolled again.
 */
export async function leaseCommands(
  db: Database,
  { hostId, keyHash }: { readonly hostId: string; readonly keyHash: string },
  now: Date,
  leasedUntil: Date,
  limit: number,
): Promise<LeasedCommand[]> {
  const at = now.toISOString();
  return db.$queryRaw<LeasedCommand[]>`
    WITH waiting AS (
      SELECT id FROM command
      WHERE host_id = ${hostId}::uuid AND state = 'pending' AND expires_at > ${at}::timestamptz
        AND (leased_until IS NULL OR leased_until <= ${at}::timestamptz)
        AND EXISTS (
          SELECT FROM host
          WHERE host.id = command.host_id AND host.agent_key_hash = ${keyHash} AND host.key_revoked_at IS NULL
        )
      ORDER BY requested_at, id
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ), leased AS (
      UPDATE command SET leased_until = ${leasedUntil.toISOString()}::timestamptz
      FROM waiting WHERE command.id = waiting.id
      RETURNING command.id, command.payload, command.requested_at
    )
    SELECT id::text AS id, payload FROM leased ORDER BY requested_at, id`;
}
