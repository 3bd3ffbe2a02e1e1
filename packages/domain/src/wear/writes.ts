import { type TooLittle, tooLittle } from "../analysis/result.ts";

/** A data unit of the SMART log: a thousand blocks of 512 bytes. */
export const DATA_UNIT_BYTES = 512_000;

/** A cumulative counter at a time in days. */
export interface CounterPoint {
  readonly day: number;
  readonly value: bigint;
}

/** How far a counter rose; after a fall it counts from 0, so that its rise is at least this. */
export interface CounterRise {
  readonly rise: bigint;
  readonly resets: number;
  readonly days: number;
}

/** @param points in order of their days. */
export function riseOf(points: readonly CounterPoint[]): CounterRise {
  let rise = 0n;
  let resets = 0;
  for (const [index, { value }] of points.entries()) {
    const before = points[index - 1]?.value;
    if (before === undefined) continue;
    if (value < before) resets += 1;
    rise += value < before ? value : value - before;
  }
  return { rise, resets, days: (points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0) };
}

/** How often a day the whole drive was written; from at least a day. */
export type DriveWrites =
  | TooLittle
  | {
      readonly kind: "writes";
      /** Drive writes per day (DWPD), as a rating states them. */
      readonly drivesPerDay: number;
      readonly bytesPerDay: number;
      readonly days: number;
      /** The counter fell so often: what was written is at least what is stated. */
      readonly resets: number;
    };

/** @param capacityBytes what its owner can store on it: a rating is stated against it. */
export function driveWrites({ rise, resets, days }: CounterRise, capacityBytes: number): DriveWrites {
  if (days < 1) return tooLittle("days", 1, days);
  const bytesPerDay = (Number(rise) * DATA_UNIT_BYTES) / days;
  return { kind: "writes", drivesPerDay: bytesPerDay / capacityBytes, bytesPerDay, days, resets };
}

/** A day of a drive's rollups. */
export interface WrittenDay {
  /** When it begins. */
  readonly timeMs: number;
  /** Rise of data units written, and the length of the steps that it is of. */
  readonly unitsIncrease: bigint;
  readonly coveredMs: number;
  readonly resets: number;
  /** Data units written at its last sample. */
  readonly unitsLast: bigint;
}

export interface Window {
  readonly nowMs: number;
  readonly days: number;
  /** What its owner can store on the drive. */
  readonly capacityBytes: number;
}

const dayMs = 86_400_000;
/** Less of a window than this share does not stand for it. */
const COVERED_MIN = 0.5;

/** What was written a day over the last days, as far as they were seen. `notReported`: the drive does not count. */
export function writesOver(
  rows: readonly WrittenDay[],
  { nowMs, days: windowDays, capacityBytes }: Window,
): DriveWrites | { readonly kind: "notReported" } {
  const within = rows.filter(({ timeMs }) => timeMs > nowMs - (windowDays + 1) * dayMs && timeMs <= nowMs);
  const days = within.reduce((sum, { coveredMs }) => sum + coveredMs, 0) / dayMs;
  if (days < windowDays * COVERED_MIN) return tooLittle("days", windowDays * COVERED_MIN, days);
  if (within.every(({ unitsLast }) => unitsLast === 0n)) return { kind: "notReported" };
  const rise = within.reduce((sum, { unitsIncrease }) => sum + unitsIncrease, 0n);
  const resets = within.reduce((sum, row) => sum + row.resets, 0);
  return driveWrites({ rise, resets, days }, capacityBytes);
}

/** What was written a day over the days up to the end of one, as far as they were seen. */
export interface WrittenBefore {
  readonly atMs: number;
  /** Undefined where too few of the days were seen. */
  readonly drivesPerDay: number | undefined;
}

/** The same up to each of the days, ascending as they are. */
export function writesUpToEach(
  rows: readonly WrittenDay[],
  { days: windowDays, capacityBytes }: Omit<Window, "nowMs">,
) {
  let [first, units, coveredMs] = [0, 0, 0];
  return rows.map((row): WrittenBefore => {
    units += Number(row.unitsIncrease);
    coveredMs += row.coveredMs;
    for (let out = rows[first]; out && out.timeMs <= row.timeMs - windowDays * dayMs; out = rows[first]) {
      units -= Number(out.unitsIncrease);
      coveredMs -= out.coveredMs;
      first += 1;
    }
    const days = coveredMs / dayMs;
    const drivesPerDay = (units * DATA_UNIT_BYTES) / days / capacityBytes;
    return { atMs: row.timeMs + dayMs, drivesPerDay: days < windowDays * COVERED_MIN ? undefined : drivesPerDay };
  });
}

/** What was written to the medium for each byte that the host wrote. */
export type WriteAmplification =
  | TooLittle
  | {
      readonly kind: "amplification";
      readonly factor: number;
      readonly hostBytes: number;
      readonly mediaBytes: number;
    };

/** Share of the capacity that has to be written, before what a drive does by itself no longer decides the quotient. */
const WRITTEN_SHARE_MIN = 0.01;

/** Both of the same time; media bytes from a log of the vendor or of OCP. */
export function writeAmplification(hostBytes: number, mediaBytes: number, capacityBytes: number): WriteAmplification {
  const needs = capacityBytes * WRITTEN_SHARE_MIN;
  if (hostBytes < needs) return tooLittle("bytesWritten", needs, hostBytes);
  return { kind: "amplification", factor: mediaBytes / hostBytes, hostBytes, mediaBytes };
}
