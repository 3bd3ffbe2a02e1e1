import type { Absence } from "./past-facts.ts";

/** Samples of a day, or of an hour: when the first and the last were taken, and what the drive's own clock said. */
export interface SampledTime {
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly firstPowerOnHours: number;
  readonly lastPowerOnHours: number;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * Times of a day or more without power, ascending. A host that did not report is none: the hours that the drive's own clock
 * counted meanwhile are taken off.
 */
export function absencesOf(times: readonly SampledTime[]): Absence[] {
  return times.flatMap((time, index) => {
    const before = times[index - 1];
    if (before === undefined) return [];
    const poweredMs = Math.max(time.firstPowerOnHours - before.lastPowerOnHours, 0) * hourMs;
    const days = (time.firstAtMs - before.lastAtMs - poweredMs) / dayMs;
    return days >= 1 ? [{ endedAtMs: time.firstAtMs, days }] : [];
  });
}
