import type { Transaction } from "../client.ts";

/** When the last condition of a rule ended that a drive had. */
export interface LastEnd {
  readonly driveId: string;
  readonly rule: string;
  readonly endedAt: Date;
}

/** More rules than there are. */
const rulesLimit = 100;

/** Of the drives whose conditions change; each has as many rows as were ever open of it. */
export async function readLastEnds(tx: Transaction, driveIds: readonly string[]): Promise<LastEnd[]> {
  return tx.$queryRaw<LastEnd[]>`
    SELECT drive_id::text AS "driveId", rule, max(ended_at) AS "endedAt" FROM drive_condition
    WHERE drive_id = ANY (${driveIds}::uuid[]) AND ended_at IS NOT NULL
    GROUP BY drive_id, rule LIMIT ${driveIds.length * rulesLimit}`;
}
