import { bytesOfDataUnits, formatDuration } from "@crosspoint/domain";
import type { TimeSample } from "../../../charts/prepare/time-series";

/** An interval of the history, as the API hands it out. */
export interface HistorySample {
  readonly time: Date;
  readonly temperatureKelvin: { readonly min: number; readonly max: number; readonly mean: number } | undefined;
  readonly percentageUsed: number;
  readonly availableSparePercent: number;
  readonly dataUnitsReadIncrease: bigint;
  readonly dataUnitsWrittenIncrease: bigint;
  readonly coveredMs: number;
  readonly mediaErrors: bigint;
}

/** What a history is made of. */
interface Resolution {
  readonly from: "samples" | "hours" | "days";
  readonly intervalSeconds: number;
  readonly startsAtFirstSample: boolean;
}

const sources = { samples: "samples", hours: "hourly values", days: "daily values" } as const;

/** "6 h per point, from hourly values": what a person must know to read a peak. */
export function resolutionText({ from, intervalSeconds, startsAtFirstSample }: Resolution): string {
  const text = `${formatDuration(intervalSeconds * 1000)} per point, from ${sources[from]}`;
  return startsAtFirstSample ? `${text}; starts at the first sample` : text;
}

/** Agents sample each minute; one that is late by a moment has not gone missing. */
const usualSampleMs = 60_000;
const stepsThatJoin = 2.5;

/** Samples further apart than this are not joined. */
export function longestStepMs({ intervalSeconds }: { readonly intervalSeconds: number }): number {
  return stepsThatJoin * Math.max(intervalSeconds * 1000, usualSampleMs);
}

/** The mean of each interval, between its extremes. */
export function temperatureSamples(points: readonly HistorySample[]): TimeSample[] {
  return points.flatMap(({ time, temperatureKelvin: kelvin }) =>
    kelvin === undefined ? [] : [{ timeMs: time.getTime(), value: kelvin.mean, min: kelvin.min, max: kelvin.max }],
  );
}

/**
 * Bytes per second over the steps that end in an interval, in the resolution of the log: a data unit is 512,000 bytes. Nothing
 * where there is no step, and none across missing samples: what was done meanwhile was not done at an even pace.
 */
export function rateSamples(
  points: readonly HistorySample[],
  increase: "dataUnitsReadIncrease" | "dataUnitsWrittenIncrease",
  longestMs: number,
): TimeSample[] {
  return points.flatMap((point) => {
    const { time, coveredMs } = point;
    if (coveredMs <= 0 || coveredMs > longestMs) return [];
    return [{ timeMs: time.getTime(), value: Number(bytesOfDataUnits(point[increase])) / (coveredMs / 1000) }];
  });
}
