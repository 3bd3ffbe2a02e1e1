import type { Transaction } from "../client.ts";

export interface ExpiredCommand {
  readonly id: string;
  readonly hostId: string;
  readonly kind: string;
  /** The drive that it acts on, where it acts on one. */
  readonly driveId: string | null;
}

/**
 * Expires commands that nobody took in time. One that is leased at this moment is left: its agent may be about to
 * answer.
 */
export async function expireCommands(tx: Transaction, now: Date, limit: number): Promise<ExpiredCommand[]> {
  const at = now.toISOString();
  return tx.$queryRaw<ExpiredCommand[]>`
    UPDATE command SET state = 'expired', finished_at = ${at}::timestamptz,
      reason = 'The agent did not take it in time.'
    WHERE id IN (
      SELECT id FROM command
      WHERE state = 'pending' AND expires_at <= ${at}::timestamptz
        AND (leased_until IS NULL OR leased_until <= ${at}::timestamptz)
      ORDER BY expires_at
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )
    RETURNING id::text AS id, host_id::text AS "hostId", kind, drive_id::text AS "driveId"`;
}
