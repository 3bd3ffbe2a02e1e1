import type { WholeSecond } from "@crosspoint/db/queries/whole-point";
import { type TooLittle, tooLittle } from "@crosspoint/domain/analysis";

/** Some seconds of a long point. Rates are those of the seconds that arrived. */
export interface SecondsBin {
  /** Its first second, counted from 0. */
  readonly second: number;
  /** Seconds that arrived of it; 0 is a gap. */
  readonly seconds: number;
  readonly iops: number | null;
  readonly bytesPerSecond: number | null;
  /** The slowest and the fastest of its seconds. */
  readonly iopsLow: number | null;
  readonly iopsHigh: number | null;
  /** From the start of the point to the end of this bin, as far as the seconds arrived. */
  readonly bytesWritten: number;
  readonly latencyNsMean: number | null;
  readonly latencyNsMax: number | null;
}

export interface FoldedSeconds {
  readonly binSeconds: number;
  readonly bins: readonly SecondsBin[];
}

/** As many as a minute each makes of a day. */
const binsMax = 1440;
const lengths = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];

/** Folds the seconds of a point into bins of one round length, without the cut-off one at its end. Linear in the seconds. */
export function foldSeconds(all: readonly WholeSecond[]): FoldedSeconds {
  const seconds = withoutCutOff(all);
  const count = (seconds.at(-1)?.second ?? -1) + 1;
  const binSeconds = lengths.find((length) => count <= length * binsMax) ?? Math.ceil(count / binsMax);
  const byBin = Map.groupBy(seconds, ({ second }) => Math.floor(second / binSeconds));
  let bytesWritten = 0;
  const bins = Array.from({ length: Math.ceil(count / binSeconds) }, (_, bin) => {
    const own = byBin.get(bin) ?? [];
    bytesWritten += own.reduce((sum, each) => sum + each.bytesWritten, 0);
    return { second: bin * binSeconds, seconds: own.length, bytesWritten, ...ratesOf(own) };
  });
  return { binSeconds, bins };
}

const gap = {
  iops: null,
  bytesPerSecond: null,
  iopsLow: null,
  iopsHigh: null,
  latencyNsMean: null,
  latencyNsMax: null,
};

function ratesOf(seconds: readonly WholeSecond[]): Omit<SecondsBin, "second" | "seconds" | "bytesWritten"> {
  const elapsed = seconds.reduce((sum, { elapsedNs }) => sum + elapsedNs, 0) / 1e9;
  if (elapsed === 0) return gap;
  const operations = seconds.reduce((sum, each) => sum + each.operations, 0);
  const rates = seconds.map(iopsOf);
  const timed = seconds.filter(({ latencyNsMean }) => latencyNsMean !== undefined);
  const latency = timed.reduce((sum, each) => sum + each.operations * (each.latencyNsMean ?? 0), 0);
  const maxima = seconds.flatMap(({ latencyNsMax }) => latencyNsMax ?? []);
  return {
    iops: operations / elapsed,
    bytesPerSecond: seconds.reduce((sum, { bytes }) => sum + bytes, 0) / elapsed,
    iopsLow: Math.min(...rates),
    iopsHigh: Math.max(...rates),
    latencyNsMean: operations === 0 ? null : latency / operations,
    latencyNsMax: maxima.length === 0 ? null : Math.max(...maxima),
  };
}

export function iopsOf({ operations, elapsedNs }: Pick<WholeSecond, "operations" | "elapsedNs">): number {
  return (operations * 1e9) / elapsedNs;
}

/** The interval at the end of a point may be any length; shorter than this it is no second, and its rate is noise. */
const shortestNs = 0.9e9;

function withoutCutOff(seconds: readonly WholeSecond[]): readonly WholeSecond[] {
  const last = seconds.at(-1);
  return last !== undefined && last.elapsedNs < shortestNs ? seconds.slice(0, -1) : seconds;
}

/** One rate a second, null where it did not arrive; the cut-off second at the end is left out. */
export function iopsBySecond(seconds: readonly WholeSecond[]): (number | null)[] {
  const whole = withoutCutOff(seconds);
  const rates = new Array<number | null>((whole.at(-1)?.second ?? -1) + 1).fill(null);
  for (const each of whole) rates[each.second] = iopsOf(each);
  return rates;
}

/** The mean over the end of a point, by which Hardware.Info (2015) reports a steady state. */
export type Ending =
  | { readonly kind: "mean"; readonly seconds: number; readonly iops: number; readonly bytesPerSecond: number }
  | TooLittle;

/** Twenty minutes. */
const endingSeconds = 1200;

export function endingOf(seconds: readonly WholeSecond[]): Ending {
  const from = (seconds.at(-1)?.second ?? -1) + 1 - endingSeconds;
  const last = seconds.filter(({ second }) => second >= from);
  if (from < 0 || last.length < endingSeconds) return tooLittle("seconds", endingSeconds, last.length);
  const elapsed = last.reduce((sum, { elapsedNs }) => sum + elapsedNs, 0) / 1e9;
  const rate = (of: (second: WholeSecond) => number) => last.reduce((sum, each) => sum + of(each), 0) / elapsed;
  return {
    kind: "mean",
    seconds: last.length,
    iops: rate(({ operations }) => operations),
    bytesPerSecond: rate(({ bytes }) => bytes),
  };
}

/** A second that is drawn as a mark of its own. */
export interface DrawnSecond {
  readonly second: number;
  readonly iops: number;
}

/** The slowest and the fastest second of each of so many equal parts: no extreme is lost. All, where they are few. */
export function drawnSeconds(rates: readonly (number | null)[], marksMax: number): DrawnSecond[] {
  const known = rates.flatMap((iops, second) => (iops === null ? [] : [{ second, iops }]));
  if (known.length <= marksMax) return known;
  const length = Math.ceil(rates.length / Math.floor(marksMax / 2));
  return [...Map.groupBy(known, ({ second }) => Math.floor(second / length)).values()].flatMap((part) => {
    const low = part.reduce((least, each) => (each.iops < least.iops ? each : least));
    const high = part.reduce((most, each) => (each.iops > most.iops ? each : most));
    return low === high ? [low] : [low, high].toSorted((a, b) => a.second - b.second);
  });
}
