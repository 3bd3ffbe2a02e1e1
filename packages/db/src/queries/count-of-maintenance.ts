import type { Database } from "../client.ts";
import { isOfMaintenance, type OpenedWindow } from "./maintained.ts";
import { expectedLifecycles } from "./match-drives.ts";

/** How many drives in service or spare have one of the verdicts, and have it of an open window; up to `most`. */
export async function countOfMaintenance(
  db: Database,
  windows: readonly OpenedWindow[],
  { verdictRanks, most }: { readonly verdictRanks: readonly number[]; readonly most: number },
): Promise<number> {
  if (windows.length === 0) return 0;
  const rows = await db.$queryRaw<{ found: bigint }[]>`
    SELECT count(*) AS found FROM (
      SELECT FROM drive_state AS state
      WHERE state.verdict_rank = ANY (${verdictRanks}::smallint[]) AND state.lifecycle = ANY (${expectedLifecycles}::drive_lifecycle[])
        AND ${isOfMaintenance(windows)}
      LIMIT ${most}
    ) AS found`;
  return Number(rows[0]?.found ?? 0);
}
