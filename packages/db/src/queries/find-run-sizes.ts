import type { Transaction } from "../client.ts";

export interface RunSize {
  readonly id: string;
  readonly points: number;
}

/** Those of the runs that belong to the host, and how many points the plan of each has. */
export async function findRunSizes(tx: Transaction, hostId: string, runIds: readonly string[]): Promise<RunSize[]> {
  return tx.$queryRaw<RunSize[]>`
    SELECT id::text AS id, jsonb_array_length(plan -> 'points') AS points
    FROM benchmark_run
    WHERE host_id = ${hostId}::uuid AND id = ANY (${runIds}::uuid[])
    LIMIT ${runIds.length}`;
}
