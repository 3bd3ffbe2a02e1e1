import type { Transaction } from "../client.ts";

/** Gives waiting runs the places 0, 1, … in this order; those that wait no more are left as they are. */
export async function placeQueue(tx: Transaction, runIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE benchmark_run SET queue_place = place.number - 1
    FROM unnest(${runIds}::uuid[]) WITH ORDINALITY AS place (id, number)
    WHERE benchmark_run.id = place.id AND state = 'queued'`;
}
