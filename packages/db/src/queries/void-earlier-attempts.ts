import type { Transaction } from "../client.ts";

/**
 * Forgets what was said of a point before it was measured once more, its result included: the agent may have gone down after
 * telling that, and before it wrote down that it did.
 */
export async function voidEarlierAttempts(
  tx: Transaction,
  { runId, sequence, attempt }: { readonly runId: string; readonly sequence: number; readonly attempt: number },
): Promise<void> {
  if (attempt === 0) return;
  const gone = await tx.$queryRaw<{ counted: boolean }[]>`
    DELETE FROM benchmark_point
    WHERE run_id = ${runId}::uuid AND sequence = ${sequence} AND attempt < ${attempt}
    RETURNING state IN ('complete', 'skipped') AND finished_at IS NOT NULL AS counted`;
  if (gone.some(({ counted }) => counted)) {
    await tx.$executeRaw`UPDATE benchmark_run SET points_finished = points_finished - 1 WHERE id = ${runId}::uuid`;
  }
  await tx.$executeRaw`
    DELETE FROM point_second
    WHERE run_id = ${runId}::uuid AND point_sequence = ${sequence} AND attempt < ${attempt}`;
}
