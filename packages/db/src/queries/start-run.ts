import type { Transaction } from "../client.ts";

/**
 * Notes that a run began, at the earliest time heard. A run that was given up for lost (its command had expired) runs
 * again when its agent says so, unless another run took its target meanwhile. A run that is over stays over.
 */
export async function startRun(tx: Transaction, runId: string, startedAt: Date): Promise<void> {
  const at = startedAt.toISOString();
  await tx.$executeRaw`
    UPDATE benchmark_run AS run SET
      started_at = least(coalesce(run.started_at, ${at}::timestamptz), ${at}::timestamptz),
      state = CASE WHEN begins.yes THEN 'running'::run_state ELSE run.state END,
      reason = CASE WHEN begins.yes THEN NULL ELSE run.reason END,
      finished_at = CASE WHEN begins.yes THEN NULL ELSE run.finished_at END
    FROM (
      SELECT own.id, own.state = 'requested' OR (own.state = 'declined' AND NOT EXISTS (
        SELECT FROM benchmark_run AS other
        WHERE other.id <> own.id AND other.state IN ('requested', 'running')
          AND (other.scratch_file_id = own.scratch_file_id OR EXISTS (
            SELECT FROM benchmark_run_drive AS mine JOIN benchmark_run_drive AS theirs USING (drive_id)
            WHERE mine.run_id = own.id AND theirs.run_id = other.id
          ))
      )) AS yes
      FROM benchmark_run AS own WHERE own.id = ${runId}::uuid
    ) AS begins
    WHERE run.id = begins.id`;
}
