import type { Database } from "../client.ts";

/**
 * The time by the hosts: of those heard within a day of the newest word, half say that it is at least that late. A word has the time of
 * the server's clock as it came, or that of the host's own, whichever is less; undefined where none ever came.
 */
export async function readTimeOfHosts(db: Database): Promise<Date | undefined> {
  const rows = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY
      last_seen_at + least(coalesce(clock_skew_ms, 0), 0) * interval '1 millisecond') AS at
    FROM host
    WHERE last_seen_at > (SELECT max(last_seen_at) FROM host) - interval '1 day'
    LIMIT 1`;
  return rows[0]?.at ?? undefined;
}
