import { list, textList } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";

export interface EventsTakenRow {
  readonly hostId: string;
  /** Pairs of first and last. */
  readonly pairs: readonly bigint[];
}

/** Writes which counts were taken of hosts that are locked. */
export async function writeEventsTaken(tx: SqlRunner, rows: readonly EventsTakenRow[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE host SET events_taken = now.pairs::bigint[]
    FROM unnest(
      ${list(rows.map(({ hostId }) => hostId))}::uuid[],
      ${textList(rows.map(({ pairs }) => list(pairs)))}::text[]
    ) AS now (id, pairs)
    WHERE host.id = now.id`;
}
