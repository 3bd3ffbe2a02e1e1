import { firstSampleTime, readSmartHistory } from "@crosspoint/db/queries/smart-history";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

/** Ranges that a person may ask for, and the interval in which their samples are gathered: at most 370 of them. */
const ranges = {
  "1h": { rangeSeconds: 3600, intervalSeconds: 60 },
  "6h": { rangeSeconds: 6 * 3600, intervalSeconds: 60 },
  "24h": { rangeSeconds: 86_400, intervalSeconds: 300 },
  "7d": { rangeSeconds: 7 * 86_400, intervalSeconds: 1800 },
  "30d": { rangeSeconds: 30 * 86_400, intervalSeconds: 2 * 3600 },
  "90d": { rangeSeconds: 90 * 86_400, intervalSeconds: 6 * 3600 },
  "1y": { rangeSeconds: 365 * 86_400, intervalSeconds: 86_400 },
} as const;
export type HistoryRange = keyof typeof ranges;
export const historyRanges = Object.keys(ranges) as HistoryRange[];

export const driveHistoryInput = z.object({ driveId: z.uuid(), range: z.enum(historyRanges) });

/** One interval in which there were samples; counters are those of its newest one. */
export interface HistoryPoint {
  /** Of the newest sample in the interval. */
  readonly time: Date;
  readonly samples: number;
  readonly minTemperatureKelvin: number;
  readonly maxTemperatureKelvin: number;
  readonly temperatureKelvin: number;
  readonly percentageUsed: number;
  readonly dataUnitsRead: bigint;
  readonly dataUnitsWritten: bigint;
  readonly mediaErrors: bigint;
}

export interface DriveHistory {
  /** The samples begin late in the range, so `since` is at the first of them. */
  readonly startsAtFirstSample: boolean;
  readonly since: Date;
  readonly until: Date;
  readonly intervalSeconds: number;
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
  const since = new Date(until.getTime() - ranges[range].rangeSeconds * 1000);
  const first = await firstSampleTime(context.db, { driveId, since, until });
  const shown = shownRange({ since, until, first, ...ranges[range] });
  const records = await readSmartHistory(context.db, { driveId, until, ...shown });
  return {
    ...shown,
    startsAtFirstSample: shown.since > since,
    until,
    points: records.map(({ dataUnitsRead, dataUnitsWritten, mediaErrors, ...rest }) => ({
      ...rest,
      dataUnitsRead: BigInt(dataUnitsRead),
      dataUnitsWritten: BigInt(dataUnitsWritten),
      mediaErrors: BigInt(mediaErrors),
    })),
  };
}

interface AskedRange {
  readonly since: Date;
  readonly until: Date;
  readonly first: Date | undefined;
  readonly intervalSeconds: number;
}

/** From the first sample on, in the intervals of the shortest range that holds it; as asked where that is not much shorter. */
function shownRange({ since, until, first, intervalSeconds }: AskedRange) {
  const askedMs = until.getTime() - since.getTime();
  const spanMs = first === undefined ? askedMs : Math.max(until.getTime() - first.getTime(), shortestSpanMs);
  if (spanMs > (1 - emptyShare) * askedMs) return { since, intervalSeconds };
  const holding = Object.values(ranges).find(({ rangeSeconds }) => rangeSeconds * 1000 >= spanMs);
  return {
    since: new Date(until.getTime() - spanMs),
    intervalSeconds: holding?.intervalSeconds ?? intervalSeconds,
  };
}
