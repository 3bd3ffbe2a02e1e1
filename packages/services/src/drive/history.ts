import { readSmartHistory } from "@crosspoint/db/queries/smart-history";
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
  readonly since: Date;
  readonly until: Date;
  readonly intervalSeconds: number;
  /** The oldest first; an interval without a sample is not there. */
  readonly points: readonly HistoryPoint[];
}

/** SMART values of a drive over a range that ends now. */
export async function driveHistory(
  context: ServiceContext,
  { driveId, range }: z.infer<typeof driveHistoryInput>,
): Promise<DriveHistory> {
  requireRight(context, "fleet.view");
  const { rangeSeconds, intervalSeconds } = ranges[range];
  const until = context.now;
  const since = new Date(until.getTime() - rangeSeconds * 1000);
  const records = await readSmartHistory(context.db, { driveId, since, until, intervalSeconds });
  return {
    since,
    until,
    intervalSeconds,
    points: records.map(({ dataUnitsRead, dataUnitsWritten, mediaErrors, ...rest }) => ({
      ...rest,
      dataUnitsRead: BigInt(dataUnitsRead),
      dataUnitsWritten: BigInt(dataUnitsWritten),
      mediaErrors: BigInt(mediaErrors),
    })),
  };
}
