import { list, textList, timeList } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";

export interface HostSight {
  readonly hostId: string;
  readonly now: Date;
  readonly clockSkewMs: number;
  /** Which counts were taken of it: pairs of first and last. */
  readonly pairs: readonly bigint[];
}

/** Notes of hosts that are locked when they were heard of, and which counts were taken. */
export async function seeHosts(tx: SqlRunner, sights: readonly HostSight[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE host SET last_seen_at = sight.time, clock_skew_ms = sight.skew, events_taken = sight.pairs::bigint[]
    FROM unnest(
      ${list(sights.map(({ hostId }) => hostId))}::uuid[],
      ${timeList(sights.map(({ now }) => now.getTime()))}::timestamptz[],
      ${list(sights.map(({ clockSkewMs }) => clockSkewMs))}::bigint[],
      ${textList(sights.map(({ pairs }) => list(pairs)))}::text[]
    ) AS sight (id, time, skew, pairs)
    WHERE host.id = sight.id`;
}
