import type { Transaction } from "../client.ts";

/** Locks a run that still waits; false where it does not wait any more. */
export async function lockQueuedRun(tx: Transaction, runId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM benchmark_run WHERE id = ${runId}::uuid AND state = 'queued' FOR UPDATE`;
  return rows.length > 0;
}
