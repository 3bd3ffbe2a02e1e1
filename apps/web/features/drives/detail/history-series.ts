import { bytesOfDataUnits, counterDelta } from "@crosspoint/domain";
import type { TimeSample } from "../../../charts/prepare/time-series";

/** An interval of the history, as the API hands it out. */
export interface HistorySample {
  readonly time: Date;
  readonly minTemperatureKelvin: number;
  readonly maxTemperatureKelvin: number;
  readonly temperatureKelvin: number;
  readonly percentageUsed: number;
  readonly dataUnitsRead: bigint;
  readonly dataUnitsWritten: bigint;
  readonly mediaErrors: bigint;
}

/** Agents sample each minute; one that is late by a moment has not gone missing. */
const usualSampleMs = 60_000;
const stepsThatJoin = 2.5;

/** Samples further apart than this are not joined. */
export function longestStepMs({ intervalSeconds }: { readonly intervalSeconds: number }): number {
  return stepsThatJoin * Math.max(intervalSeconds * 1000, usualSampleMs);
}

export function temperatureSamples(points: readonly HistorySample[]): TimeSample[] {
  return points.map(({ time, temperatureKelvin: value, minTemperatureKelvin: min, maxTemperatureKelvin: max }) => ({
    timeMs: time.getTime(),
    value,
    min,
    max,
  }));
}

/**
 * Bytes per second since the sample before, in the resolution of the log: a data unit is 512,000 bytes. Where the
 * counter was set back, or samples between are missing, there is no rate.
 */
export function rateSamples(
  points: readonly HistorySample[],
  counter: "dataUnitsRead" | "dataUnitsWritten",
  longestMs: number,
): TimeSample[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    const elapsedMs = before ? point.time.getTime() - before.time.getTime() : 0;
    if (!before || elapsedMs <= 0 || elapsedMs > longestMs) return [];
    const delta = counterDelta(before[counter], point[counter]);
    if (delta.kind === "reset") return [];
    return [{ timeMs: point.time.getTime(), value: Number(bytesOfDataUnits(delta.by)) / (elapsedMs / 1000) }];
  });
}
