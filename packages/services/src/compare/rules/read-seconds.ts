import type { Database } from "@crosspoint/db";
import type { ComparedRow } from "@crosspoint/db/queries/compared-points";
import { intervalsOf, type PointIntervals } from "@crosspoint/db/queries/compared-seconds";
import type { ComparedMetric } from "@crosspoint/domain";
import type { RunSeconds } from "@crosspoint/domain/analysis";
import { ServiceError } from "../../errors.ts";
import { placeKey } from "./measured-cell.ts";

/** Most values of a point: of a longer one, several seconds make one value. More would cost time and tell nothing new. */
const valuesPerPoint = 120;
/** Most seconds of all points of a comparison that one question reads. */
const secondsLimit = 4_000_000;

/** The seconds of points, by run. */
export interface SecondsOfPoints {
  /** Null is a gap; undefined where none were stored, or the figure is no mean of seconds. */
  readonly of: (rows: readonly ComparedRow[], metric: ComparedMetric) => RunSeconds | undefined;
  /** Longest interval that stands for one value. */
  readonly longestIntervalSeconds: number;
}

/** The seconds of all these points in one query. */
export async function readSeconds(db: Database, rows: readonly ComparedRow[]): Promise<SecondsOfPoints> {
  const points = [...new Map(rows.map((row) => [placeKey(row), row])).values()];
  const seconds = points.reduce((sum, row) => sum + secondsOf(row), 0);
  if (seconds > secondsLimit) {
    throw new ServiceError("tooLarge", `These points were measured for ${Math.round(seconds / 3600)} hours in all.`, {
      remedy: "Compare fewer of them.",
    });
  }
  const binned = points.map((row) => ({ runId: row.runId, sequence: row.sequence, binSeconds: binOf(row) }));
  const intervals = await intervalsOf(db, binned);
  const stored = Map.groupBy(intervals, placeKey);
  return {
    of: (own, metric) => secondsIn(own, metric, stored),
    longestIntervalSeconds: binned.reduce((most, { binSeconds }) => Math.max(most, binSeconds), 1),
  };
}

function secondsOf({ elapsedNs }: ComparedRow): number {
  return (elapsedNs ?? 0) / 1e9;
}

function binOf(row: ComparedRow): number {
  return Math.max(1, Math.ceil(secondsOf(row) / valuesPerPoint));
}

/** The points of one run, one after the other; of a mix both directions together where both are asked for. */
function secondsIn(
  rows: readonly ComparedRow[],
  metric: ComparedMetric,
  stored: ReadonlyMap<string, readonly PointIntervals[]>,
): RunSeconds | undefined {
  const valuesOf = secondsValues[metric];
  if (valuesOf === undefined) return undefined;
  const points = [...Map.groupBy(rows, placeKey)];
  const seconds = points.map(([key, own]) => {
    const wanted = new Set(own.map(({ direction }) => direction));
    const all = intervalsTogether((stored.get(key) ?? []).filter(({ direction }) => wanted.has(direction)));
    return measuredPart(all, own);
  });
  return seconds.some(({ length }) => length === 0) ? undefined : valuesOf(seconds.flat());
}

/** The intervals that a point's figures are of: until it became steady there were others before them. */
function measuredPart<T>(intervals: readonly T[], [row]: readonly ComparedRow[]): readonly T[] {
  if (row?.isOfLastRounds !== true) return intervals;
  return intervals.slice(-Math.max(1, Math.ceil(secondsOf(row) / binOf(row))));
}

interface Interval {
  readonly operations: number;
  readonly bytes: number;
  readonly elapsedNs: number;
  readonly latencyNs: number;
}

type Intervals = readonly (Interval | undefined)[];

/** Which figures are means of their seconds: rates, and the mean latency. */
const secondsValues: Partial<Record<ComparedMetric, (intervals: Intervals) => RunSeconds>> = {
  iops: ratesOf(({ operations }) => operations),
  bytesPerSecond: ratesOf(({ bytes }) => bytes),
  latencyNsMean: meanLatencies,
};

export function isMeanOfSeconds(metric: ComparedMetric): boolean {
  return secondsValues[metric] !== undefined;
}

function ratesOf(amount: (interval: Interval) => number): (intervals: Intervals) => RunSeconds {
  return (intervals) =>
    intervals.map((interval) => (interval === undefined ? null : (1e9 * amount(interval)) / interval.elapsedNs));
}

/**
 * Values whose mean is the mean latency of all operations, as the figure is: a second counts by what completed in it, and
 * moves the mean by as much as it does there (a ratio of two sums, linearized). The mean of the seconds' own means would
 * take a slow second with few operations for as much as a fast one with many. A stall has no latency of its own: what it
 * held back counts in the second in which it ended.
 */
function meanLatencies(intervals: Intervals): RunSeconds {
  const known = intervals.filter((interval) => interval !== undefined && interval.operations > 0) as Interval[];
  const operations = known.reduce((sum, each) => sum + each.operations, 0);
  const mean = known.reduce((sum, each) => sum + each.latencyNs, 0) / operations;
  const usual = operations / known.length;
  return intervals.map((interval) =>
    interval === undefined || interval.operations === 0
      ? null
      : mean + (interval.latencyNs - mean * interval.operations) / usual,
  );
}

function intervalsTogether(directions: readonly PointIntervals[]): (Interval | undefined)[] {
  const last = directions.reduce((most, { bins }) => Math.max(most, bins.at(-1) ?? -1), -1);
  const sums: (Interval | undefined)[] = Array.from({ length: last + 1 }, () => undefined);
  for (const { bins, operations, bytes, elapsedNs, latencyNs } of directions) {
    for (const [at, bin] of bins.entries()) {
      const sum = sums[bin];
      sums[bin] = {
        operations: (sum?.operations ?? 0) + (operations[at] ?? 0),
        bytes: (sum?.bytes ?? 0) + (bytes[at] ?? 0),
        elapsedNs: Math.max(sum?.elapsedNs ?? 0, elapsedNs[at] ?? 0),
        latencyNs: (sum?.latencyNs ?? 0) + (latencyNs[at] ?? 0),
      };
    }
  }
  return sums;
}
