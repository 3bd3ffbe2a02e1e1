import type { LogDay } from "./log-history.ts";

/** The energy that is left to save the cache, in the maker's own scale. */
export interface CapacitorReading {
  readonly percent: number;
  /** By how many percent of what it was it fell within the last days. */
  readonly fellPercent: number;
}

const NOT_IMPLEMENTED: ReadonlySet<number> = new Set([0, 0xffff]);
const WITHIN_MS = 7 * 86_400_000;

/** Undefined where the drive does not tell. @param days ascending. */
export function capacitorOf(days: readonly LogDay[]): CapacitorReading | undefined {
  const told = days.flatMap(({ atMs, capacitorPercent }) =>
    capacitorPercent === undefined || NOT_IMPLEMENTED.has(capacitorPercent) ? [] : [{ atMs, capacitorPercent }],
  );
  const last = told.at(-1);
  if (last === undefined) return undefined;
  const within = told.filter(({ atMs }) => atMs >= last.atMs - WITHIN_MS);
  const most = Math.max(...within.map(({ capacitorPercent }) => capacitorPercent));
  const percent = last.capacitorPercent;
  return { percent, fellPercent: ((most - percent) / most) * 100 };
}
