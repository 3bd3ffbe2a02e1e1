import type { Growth, PastFacts, WatchedCounter } from "../past/past-facts.ts";
import { LOG_COUNTERS, type LogCounter, type LogHistory, type Stand } from "./log-history.ts";

/** What was told before that says nothing of now: logs are told some times a day. */
export const LOGS_STALE_MS = 30 * 3_600_000;

/**
 * Growth of what logs and kernel count, and where it stands. Of a counter that nobody has told of for long, nothing: it is not quiet,
 * it is unknown.
 */
export function logGrowth(
  history: LogHistory | undefined,
  nowMs: number,
): { readonly growth: PastFacts["growth"]; readonly totals: NonNullable<PastFacts["totals"]> } {
  if (history === undefined) return { growth: {}, totals: {} };
  const told = (stand: Stand | undefined) => stand !== undefined && stand.atMs > nowMs - LOGS_STALE_MS;
  const totals: Partial<Record<WatchedCounter, bigint>> = {};
  for (const [counter, stand] of Object.entries(history.stands)) {
    if (!told(stand)) continue;
    const watched = LOG_COUNTERS[counter as LogCounter];
    totals[watched] = (totals[watched] ?? 0n) + stand.value;
  }
  const watched = [...Object.keys(totals), ...(told(history.newestError) ? ["deviceErrors"] : [])] as WatchedCounter[];
  return { growth: Object.fromEntries(watched.map((counter) => [counter, grownOf(history, counter)])), totals };
}

function grownOf({ grown }: LogHistory, watched: WatchedCounter): Growth[] {
  return grown.filter(({ counter }) => counter === watched).map(({ atMs, by }) => ({ atMs, by }));
}
