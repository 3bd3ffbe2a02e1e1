import type { Database } from "../client.ts";

/** Bytes per second of each measured second of a point, both directions together, from its start; at most a day of them. */
export async function secondRates(db: Database, runId: string, pointSequence: number): Promise<number[]> {
  const rows = await db.$queryRaw<{ rate: number }[]>`
    SELECT (sum(bytes) * 1e9 / max(elapsed_ns))::float8 AS rate
    FROM point_second
    WHERE run_id = ${runId}::uuid AND point_sequence = ${pointSequence} AND NOT ramp AND elapsed_ns > 0
    GROUP BY second
    ORDER BY second
    LIMIT 86400`;
  return rows.map(({ rate }) => rate);
}
