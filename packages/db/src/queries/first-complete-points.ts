import type { Database, Transaction } from "../client.ts";

export interface FirstPoint {
  readonly runId: string;
  readonly sequence: number;
  /** protocol's PointSpec. */
  readonly spec: unknown;
}

/** The first complete point of each run, of those that have one: a look into the key for each run. */
export async function firstCompletePoints(
  db: Database | Transaction,
  runIds: readonly string[],
): Promise<FirstPoint[]> {
  const rows = await db.$queryRaw<{ run_id: string; sequence: number; spec: unknown }[]>`
    SELECT point.run_id::text AS run_id, point.sequence, point.spec
    FROM unnest(${runIds}::uuid[]) AS run (id)
    CROSS JOIN LATERAL (
      SELECT run_id, sequence, spec FROM benchmark_point
      WHERE run_id = run.id AND state = 'complete'
      ORDER BY sequence
      LIMIT 1
    ) AS point
    LIMIT ${runIds.length}`;
  return rows.map(({ run_id, sequence, spec }) => ({ runId: run_id, sequence, spec }));
}
