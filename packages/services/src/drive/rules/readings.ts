import type { ValueRange } from "@crosspoint/db/queries/match-drives";
import { kelvinOfCelsius } from "@crosspoint/domain";

/** A temperature older than this says nothing of now. */
const freshMs = 3_600_000;

/** Samples since then say how a drive is now. */
export function freshSince(now: Date): Date {
  return new Date(now.getTime() - freshMs);
}

export function kelvinRange({ from, to }: ValueRange): ValueRange {
  return { from: kelvinOfCelsius(from), to: to === undefined ? undefined : kelvinOfCelsius(to) };
}
