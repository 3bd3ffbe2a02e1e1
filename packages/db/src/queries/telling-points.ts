import type { Database, Transaction } from "../client.ts";

/** The point by which a list tells of a run. */
export interface TellingPoint {
  readonly runId: string;
  readonly sequence: number;
  /** protocol's PointSpec. */
  readonly spec: unknown;
  /** False for one that was cut short: its figures are those of a part. */
  readonly complete: boolean;
}

/**
 * The first complete point of each run; of a run that is over and has none, the first that was cut short. Two
 * looks into the key for each run.
 */
export async function tellingPoints(db: Database | Transaction, runIds: readonly string[]): Promise<TellingPoint[]> {
  const rows = await db.$queryRaw<{ run_id: string; sequence: number; spec: unknown; complete: boolean }[]>`
    SELECT point.run_id::text AS run_id, point.sequence, point.spec, point.complete
    FROM unnest(${runIds}::uuid[]) AS run (id)
    JOIN benchmark_run ON benchmark_run.id = run.id
    CROSS JOIN LATERAL (
      (SELECT run_id, sequence, spec, true AS complete FROM benchmark_point
        WHERE run_id = run.id AND state = 'complete' AND purpose = 'measure'
        ORDER BY sequence
        LIMIT 1)
      UNION ALL
      (SELECT run_id, sequence, spec, false FROM benchmark_point
        WHERE run_id = run.id AND state IN ('interrupted', 'failed') AND purpose = 'measure'
          AND benchmark_run.state IN ('cancelled', 'failed', 'interrupted')
        ORDER BY sequence
        LIMIT 1)
      ORDER BY complete DESC
      LIMIT 1
    ) AS point
    LIMIT ${runIds.length}`;
  return rows.map(({ run_id, ...row }) => ({ runId: run_id, ...row }));
}
