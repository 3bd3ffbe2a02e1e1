import {
  firstRolledTime,
  firstSampleTime,
  type RolledTable,
  readRolledHistory,
  readRolledSoFar,
  readSampledHistory,
  type SmartHistoryQuery,
  type SmartHistoryRecord,
  type TimeRange,
} from "@crosspoint/db/queries/smart-history";
import { dayMs, hourMs } from "@crosspoint/domain/rollup";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { joinIntervals } from "./rules/history-intervals.ts";

/** What a range is read from, and the length of its intervals: the rows read and the points sent stay few, however long it is. */
interface HistoryLook {
  readonly rangeSeconds: number;
  readonly intervalSeconds: number;
  readonly from: "samples" | "hours" | "days";
}

const hour = hourMs / 1000;
const day = dayMs / 1000;

/** Ranges that a person may ask for. */
const ranges = {
  "1h": { rangeSeconds: hour, intervalSeconds: 60, from: "samples" },
  "6h": { rangeSeconds: 6 * hour, intervalSeconds: 60, from: "samples" },
  "24h": { rangeSeconds: day, intervalSeconds: 300, from: "samples" },
  "7d": { rangeSeconds: 7 * day, intervalSeconds: hour, from: "hours" },
  "30d": { rangeSeconds: 30 * day, intervalSeconds: hour, from: "hours" },
  "90d": { rangeSeconds: 90 * day, intervalSeconds: 6 * hour, from: "hours" },
  "1y": { rangeSeconds: 365 * day, intervalSeconds: day, from: "days" },
  "5y": { rangeSeconds: 5 * 365 * day, intervalSeconds: day, from: "days" },
} as const satisfies Record<string, HistoryLook>;
export type HistoryRange = keyof typeof ranges;
export const historyRanges = Object.keys(ranges) as HistoryRange[];

export const driveHistoryInput = z.object({ driveId: z.uuid(), range: z.enum(historyRanges) });

/** One interval in which there were samples. */
export interface HistoryPoint {
  /** Of the newest sample in the interval. */
  readonly time: Date;
  readonly samples: number;
  /** Absent where no sample told one. */
  readonly temperatureKelvin: { readonly min: number; readonly max: number; readonly mean: number } | undefined;
  /** The most that was told. */
  readonly percentageUsed: number;
  /** The least that was told. */
  readonly availableSparePercent: number;
  /** Growth over `coveredMs`, by which a rate is told; a counter that fell was set back and has counted its value since. */
  readonly dataUnitsReadIncrease: bigint;
  readonly dataUnitsWrittenIncrease: bigint;
  /** Length of the steps between samples that end in the interval: longer than it after a gap, 0 at the first sample. */
  readonly coveredMs: number;
  readonly mediaErrors: bigint;
}

export interface DriveHistory {
  /** The samples begin late in the range, so `since` is at the first of them. */
  readonly startsAtFirstSample: boolean;
  readonly since: Date;
  readonly until: Date;
  readonly intervalSeconds: number;
  /** What is read; for the newest part, which is not rolled up yet, the samples themselves. */
  readonly from: HistoryLook["from"];
  /** The oldest first; an interval without a sample is not there. */
  readonly points: readonly HistoryPoint[];
}

/** Samples of less than this are shown over this. */
const shortestSpanMs = 10 * 60_000;
/** A range is cut to its samples where they leave more than this share of it empty before the first. */
const emptyShare = 0.5;

/** SMART values of a drive over a range that ends now; the part of it that has samples, where that is the smaller one. */
export async function driveHistory(
  context: ServiceContext,
  { driveId, range }: z.infer<typeof driveHistoryInput>,
): Promise<DriveHistory> {
  requireRight(context, "fleet.view");
  const until = context.now;
  const asked = ranges[range];
  const askedSince = new Date(until.getTime() - asked.rangeSeconds * 1000);
  const first = await firstTime(context, asked.from, { driveId, since: askedSince, until });
  const { since, look } = shownRange({ since: askedSince, until, first, look: asked });
  const { intervalSeconds } = look;
  const records = await readFrom(context, look.from, { driveId, since, until, intervalSeconds });
  return {
    since,
    until,
    intervalSeconds,
    from: look.from,
    startsAtFirstSample: since > askedSince,
    points: records.map(pointOf),
  };
}

/** A long range begins with what is rolled up: samples are looked through only where nothing is. */
async function firstTime(
  { db }: ServiceContext,
  from: HistoryLook["from"],
  range: TimeRange,
): Promise<Date | undefined> {
  const rolled = from === "samples" ? undefined : await firstRolledTime(db, range);
  return rolled ?? firstSampleTime(db, range);
}

/** What is rolled up, and of the time since the samples themselves. */
async function readFrom({ db }: ServiceContext, from: HistoryLook["from"], query: SmartHistoryQuery) {
  if (from === "samples") return readSampledHistory(db, query);
  const table: RolledTable = from === "hours" ? "smart_hour" : "smart_day";
  const lengthMs = from === "hours" ? hourMs : dayMs;
  const sinceMs = query.since.getTime();
  const soFar = await readRolledSoFar(db, table, query);
  const rolledUntilMs = soFar === undefined ? 0 : soFar.time.getTime() + lengthMs;
  const [rolled, sampled] = await Promise.all([
    // The hour in which the range begins is one of its own.
    readRolledHistory(db, table, { ...query, since: new Date(Math.floor(sinceMs / lengthMs) * lengthMs) }),
    readSampledHistory(db, { ...query, since: new Date(Math.max(sinceMs, rolledUntilMs)) }, soFar),
  ]);
  return joinIntervals(rolled, sampled).filter(({ time }) => time >= query.since);
}

function pointOf({ temperatureKelvin: kelvin, ...record }: SmartHistoryRecord): HistoryPoint {
  return {
    time: record.time,
    samples: record.samples,
    temperatureKelvin: kelvin && { min: kelvin.min, max: kelvin.max, mean: kelvin.sum / kelvin.count },
    percentageUsed: record.percentageUsed,
    availableSparePercent: record.availableSparePercent,
    dataUnitsReadIncrease: BigInt(record.dataUnitsReadIncrease),
    dataUnitsWrittenIncrease: BigInt(record.dataUnitsWrittenIncrease),
    coveredMs: record.coveredMs,
    mediaErrors: BigInt(record.mediaErrors),
  };
}

interface AskedRange {
  readonly since: Date;
  readonly until: Date;
  readonly first: Date | undefined;
  readonly look: HistoryLook;
}

/** From the first sample on, in the intervals of the shortest range that holds it; as asked where that is not much shorter. */
function shownRange({ since, until, first, look }: AskedRange): { since: Date; look: HistoryLook } {
  const askedMs = until.getTime() - since.getTime();
  const spanMs = first === undefined ? askedMs : Math.max(until.getTime() - first.getTime(), shortestSpanMs);
  if (spanMs > (1 - emptyShare) * askedMs) return { since, look };
  const holding = Object.values(ranges).find(({ rangeSeconds }) => rangeSeconds * 1000 >= spanMs);
  return { since: new Date(until.getTime() - spanMs), look: holding ?? look };
}
