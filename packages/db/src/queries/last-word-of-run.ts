import type { Transaction } from "../client.ts";

/**
 * When a run was last heard of, by its agent's clock: its last second, or the start or end of a point. That a point was
 * interrupted is said by an agent that is up again, at a time that says nothing of the run.
 */
export async function lastWordOfRun(tx: Transaction, runId: string): Promise<Date | undefined> {
  const [row] = await tx.$queryRaw<{ time: Date | null }[]>`
    SELECT greatest(
      (SELECT greatest(max(started_at), max(finished_at) FILTER (WHERE state <> 'interrupted'))
        FROM benchmark_point WHERE run_id = ${runId}::uuid),
      (SELECT greatest(max(started_at), max(finished_at) FILTER (WHERE state <> 'interrupted'))
        FROM database_point WHERE run_id = ${runId}::uuid),
      (SELECT time FROM point_second WHERE run_id = ${runId}::uuid
        ORDER BY point_sequence DESC, ramp, second DESC LIMIT 1)
    ) AS time`;
  return row?.time ?? undefined;
}
