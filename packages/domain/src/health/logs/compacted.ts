import type { Growth, WatchedCounter } from "../past/past-facts.ts";

export interface LogGrowth extends Growth {
  readonly counter: WatchedCounter;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Of the last days growth is known by the hour, of earlier ones by the day. */
const HOURLY_DAYS = 3;
/** Longer than any rule looks back, or waits for a counter to be quiet. */
const KEPT_DAYS = 95;

/** The same growth in as few parts as rules need. */
export function compacted(grown: readonly LogGrowth[], nowMs: number): LogGrowth[] {
  const parts = new Map<string, LogGrowth>();
  for (const growth of grown) {
    const ageMs = nowMs - growth.atMs;
    if (ageMs > KEPT_DAYS * dayMs) continue;
    const part = Math.floor(growth.atMs / (ageMs > HOURLY_DAYS * dayMs ? dayMs : hourMs));
    const key = `${growth.counter} ${ageMs > HOURLY_DAYS * dayMs} ${part}`;
    const kept = parts.get(key);
    parts.set(key, {
      ...growth,
      by: growth.by + (kept?.by ?? 0),
      atMs: Math.max(growth.atMs, kept?.atMs ?? 0),
    });
  }
  return [...parts.values()].toSorted((a, b) => a.atMs - b.atMs);
}
