import type { Database } from "../client.ts";

/**
 * The time by the hosts: of those heard within a day of the newest word, half say that it is at least that late. A word has the time of
 * the server's clock as it came, or that of the host's own, whichever is less. A host whose clock is not known has no say, nor has a word of
 * later than now, but for the five minutes by which the servers' clocks may differ: it came while one was wrong. Undefined where none is left.
 */
export async function readTimeOfHosts(db: Database, now: Date): Promise<Date | undefined> {
  const rows = await db.$queryRaw<{ at: Date | null }[]>`
    WITH word AS (
      SELECT last_seen_at AS heard_at, clock_skew_ms FROM host
      WHERE clock_skew_ms IS NOT NULL AND last_seen_at <= ${now.toISOString()}::timestamptz + interval '5 minutes'
    )
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY
      heard_at + least(clock_skew_ms, 0) * interval '1 millisecond') AS at
    FROM word
    WHERE heard_at > (SELECT max(heard_at) FROM word) - interval '1 day'
    LIMIT 1`;
  return rows[0]?.at ?? undefined;
}
