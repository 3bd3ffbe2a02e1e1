import type { Transaction } from "../client.ts";

/** Gives runs a row for each point of their plan, where there is none yet. */
export async function ensurePoints(tx: Transaction, runIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO benchmark_point (run_id, index, spec)
    SELECT run.id, point.position - 1, point.spec
    FROM benchmark_run AS run
    CROSS JOIN LATERAL jsonb_array_elements(run.plan -> 'points') WITH ORDINALITY AS point (spec, position)
    WHERE run.id = ANY (${runIds}::uuid[])
    ON CONFLICT DO NOTHING`;
}
