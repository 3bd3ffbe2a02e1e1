import { isDeviceError } from "../../smart/device-error.ts";
import type { WatchedCounter } from "../past/past-facts.ts";
import { compacted, type LogGrowth } from "./compacted.ts";

/** What is counted in logs and in the host's kernel, and as what it is watched. */
export const LOG_COUNTERS = {
  badBlocks: "badBlocks",
  endToEndErrors: "endToEndErrors",
  incompleteShutdowns: "incompleteShutdowns",
  controllerResets: "controllerResets",
  failedCommands: "failedCommands",
  /** By the kernel at either end of the link; by the drive itself where the kernel does not count at its end. */
  driveCorrectable: "linkCorrectableErrors",
  portCorrectable: "linkCorrectableErrors",
  ownCorrectable: "linkCorrectableErrors",
  driveUncorrectable: "linkUncorrectableErrors",
  portUncorrectable: "linkUncorrectableErrors",
} as const satisfies Record<string, WatchedCounter>;

export type LogCounter = keyof typeof LOG_COUNTERS;

/** They begin anew when the host boots. */
const HOST_COUNTERS: ReadonlySet<LogCounter> = new Set([
  "controllerResets",
  "failedCommands",
  "driveCorrectable",
  "portCorrectable",
  "driveUncorrectable",
  "portUncorrectable",
]);

/** What was read of a drive's logs at a time; what was not read, or is not there, is absent. */
export interface LogReading {
  readonly atMs: number;
  /** Of the host: since when its kernel counts. */
  readonly boot?: string | undefined;
  readonly counters: Readonly<Partial<Record<LogCounter, bigint>>>;
  /** Of the error log: its newest count, and entries that may be new. */
  readonly errors?: { readonly newestCount: bigint; readonly entries: readonly ErrorEntry[] } | undefined;
  readonly media?: { readonly bytesWritten: bigint; readonly unitsWritten: bigint } | undefined;
  readonly capacitorPercent?: number | undefined;
}

export interface ErrorEntry {
  readonly errorCount: bigint;
  readonly status: number;
}

/** Where a counter stood, and when that was told. */
export interface Stand {
  readonly value: bigint;
  readonly atMs: number;
}

/** The last reading of a day (UTC). */
export interface LogDay {
  readonly atMs: number;
  readonly bytesWritten?: bigint | undefined;
  readonly unitsWritten?: bigint | undefined;
  readonly capacitorPercent?: number | undefined;
}

/** What readings of a drive's logs have come to: of a bounded size, however often it is read. */
export interface LogHistory {
  readonly boot?: string | undefined;
  readonly stands: Readonly<Partial<Record<LogCounter, Stand>>>;
  readonly newestError?: Stand | undefined;
  /** Ascending; none where nothing grew. */
  readonly grown: readonly LogGrowth[];
  /** Ascending. */
  readonly days: readonly LogDay[];
}

const EMPTY: LogHistory = { stands: {}, grown: [], days: [] };
const dayMs = 86_400_000;
const DAYS_KEPT = 35;

/**
 * Adds a reading. Growth is what a counter rose since it was told last. The first word on one is a baseline, and so is one that is lower
 * than before, and a host's first after a boot: nothing is known to have happened then.
 */
export function withReading(before: LogHistory = EMPTY, reading: LogReading): LogHistory {
  const { atMs, boot } = reading;
  const stands = standsBefore(before, reading);
  const grown = countersOf(reading).flatMap(([counter, value]) => {
    const stood = stands[counter]?.value;
    return stood === undefined || value <= stood ? [] : [grownBy(LOG_COUNTERS[counter], atMs, Number(value - stood))];
  });
  const told = Object.fromEntries(countersOf(reading).map(([counter, value]) => [counter, { value, atMs }]));
  return {
    boot: boot ?? before.boot,
    stands: { ...stands, ...told },
    newestError: newestError(before, reading),
    grown: compacted([...before.grown, ...grown, ...newErrors(before, reading)], atMs),
    days: withDay(before.days, reading),
  };
}

function countersOf({ counters }: LogReading): [LogCounter, bigint][] {
  return Object.entries(counters).flatMap(([counter, value]) =>
    value === undefined ? [] : [[counter as LogCounter, value]],
  );
}

/** As far as the reading goes on from there. */
function standsBefore(before: LogHistory, { boot, counters }: LogReading): LogHistory["stands"] {
  const hasBooted = boot !== undefined && boot !== before.boot;
  // The drive's own count goes on while the kernel's is told: what it grew by then was told already.
  const kernelCounts = counters.driveCorrectable !== undefined;
  const left = Object.entries(before.stands).filter(
    ([counter]) =>
      !(hasBooted && HOST_COUNTERS.has(counter as LogCounter)) && !(kernelCounts && counter === "ownCorrectable"),
  );
  return Object.fromEntries(left);
}

function grownBy(counter: WatchedCounter, atMs: number, by: number): LogGrowth {
  return { counter, atMs, by };
}

/** A log that is empty says nothing of those that it had: what it shows later may be old. */
function newestError({ newestError: before }: LogHistory, { atMs, errors }: LogReading): Stand | undefined {
  if (errors === undefined) return before;
  const isEmpty = errors.newestCount === 0n;
  return { value: isEmpty ? (before?.value ?? 0n) : errors.newestCount, atMs };
}

/** New entries of the error log that tell of a fault of the drive. Entries that are gone before anybody read them are unknown. */
function newErrors({ newestError }: LogHistory, { atMs, errors }: LogReading): LogGrowth[] {
  if (newestError === undefined || errors === undefined) return [];
  const counts = errors.entries
    .filter(({ errorCount, status }) => errorCount > newestError.value && isDeviceError(status))
    .map(({ errorCount }) => errorCount);
  const by = new Set(counts).size;
  return by === 0 ? [] : [grownBy("deviceErrors", atMs, by)];
}

function withDay(days: readonly LogDay[], { atMs, media, capacitorPercent }: LogReading): LogDay[] {
  const kept = days.filter((day) => day.atMs > atMs - DAYS_KEPT * dayMs);
  if (media === undefined && capacitorPercent === undefined) return kept;
  const others = kept.filter((day) => Math.floor(day.atMs / dayMs) !== Math.floor(atMs / dayMs));
  return [...others, { atMs, ...media, ...(capacitorPercent === undefined ? {} : { capacitorPercent }) }];
}
