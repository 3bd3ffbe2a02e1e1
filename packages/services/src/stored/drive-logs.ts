import { LOG_COUNTERS, type LogCounter, type LogHistory, type WatchedCounter } from "@crosspoint/domain";
import { type DriveLogs, driveLogs } from "@crosspoint/protocol";
import { z } from "zod";

/* The JSON columns of drive_logs, with their one reader; see drive.ts. Wide counters are decimal text. */

const wide = z.string().transform(BigInt);
const stand = z.object({ value: wide, atMs: z.number() });
const logHistory = z.object({
  boot: z.string().optional(),
  stands: z.partialRecord(z.enum(Object.keys(LOG_COUNTERS) as [LogCounter, ...LogCounter[]]), stand),
  newestError: stand.optional(),
  grown: z.array(z.object({ counter: z.string(), atMs: z.number(), by: z.number() })),
  days: z.array(
    z.object({
      atMs: z.number(),
      bytesWritten: wide.optional(),
      unitsWritten: wide.optional(),
      capacitorPercent: z.number().optional(),
    }),
  ),
});

export function readLogs(column: unknown): DriveLogs {
  return driveLogs.parse(column);
}

export function readLogHistory(column: unknown): LogHistory {
  const { grown, ...history } = logHistory.parse(column);
  return { ...history, grown: grown.map((part) => ({ ...part, counter: part.counter as WatchedCounter })) };
}

export function logHistoryText(history: LogHistory): string {
  return JSON.stringify(history, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}
