import type { Database } from "../client.ts";

/** Removes at most `limit` ids of events taken before; returns how many. */
export async function pruneIngestedEvents(db: Database, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM ingested_event WHERE (host_id, event_id) IN (
      SELECT host_id, event_id FROM ingested_event
      WHERE received_at < ${before.toISOString()}::timestamptz
      ORDER BY received_at
      LIMIT ${limit}
    )`;
}
