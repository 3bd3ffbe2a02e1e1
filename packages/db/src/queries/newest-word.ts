import type { Database } from "../client.ts";

/**
 * When a host was heard last, by the server's clock as it was then or by the host's own, whichever says less; undefined where none
 * ever was.
 */
export async function readNewestWord(db: Database): Promise<Date | undefined> {
  const rows = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT max(last_seen_at + least(coalesce(clock_skew_ms, 0), 0) * interval '1 millisecond') AS at FROM host LIMIT 1`;
  return rows[0]?.at ?? undefined;
}
