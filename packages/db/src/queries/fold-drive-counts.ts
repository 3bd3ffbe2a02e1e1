import type { Database } from "../client.ts";

/** Folds the rows that changes added to the counts of drives into one a group; returns how many rows that saved. */
export async function foldDriveCounts(db: Database): Promise<number> {
  const rows = await db.$queryRaw<{ saved: bigint }[]>`
    WITH added AS (
      DELETE FROM drive_count WHERE (kind, value, detail) IN (
        SELECT kind, value, detail FROM drive_count GROUP BY kind, value, detail HAVING count(*) > 1
      )
      RETURNING kind, value, detail, delta
    ), folded AS (
      INSERT INTO drive_count (kind, value, detail, delta)
      SELECT kind, value, detail, sum(delta) FROM added GROUP BY kind, value, detail HAVING sum(delta) <> 0
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM added) - (SELECT count(*) FROM folded) AS saved`;
  return Number(rows[0]?.saved ?? 0);
}
