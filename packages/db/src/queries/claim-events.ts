import type { Transaction } from "../client.ts";

/**
 * Marks a host's events as taken and returns the ids (lower case) that were not taken before: those alone may be
 * applied. In the transaction that applies them, so that neither stands without the other.
 */
export async function claimEvents(
  tx: Transaction,
  hostId: string,
  eventIds: readonly string[],
  receivedAt: Date,
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<ClaimedRow[]>`
    INSERT INTO ingested_event (host_id, event_id, received_at)
    SELECT ${hostId}::uuid, event_id, ${receivedAt.toISOString()}::timestamptz
    FROM unnest(${eventIds}::uuid[]) AS event_id
    ON CONFLICT DO NOTHING
    RETURNING event_id::text AS "eventId"`;
  return new Set(rows.map((row) => row.eventId));
}

interface ClaimedRow {
  eventId: string;
}
