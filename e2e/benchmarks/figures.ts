import type { Database } from "@crosspoint/db";
import { decodeFromCompressedBase64, type Histogram } from "hdr-histogram-js";

/** What the database holds of one direction of a point, with its histogram read by the reference implementation. */
export interface StoredFigures {
  readonly direction: "read" | "write";
  readonly operations: number;
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly meanNs: number;
  readonly maxNs: number;
  readonly histogram: Histogram;
}

export async function storedFigures(db: Database, runId: string, pointSequence = 0): Promise<StoredFigures[]> {
  const rows = await db.pointDirection.findMany({ where: { runId, pointSequence }, orderBy: { direction: "asc" } });
  return rows.map((row) => ({
    direction: row.direction,
    operations: Number(row.operations),
    iops: row.iops,
    bytesPerSecond: row.bytesPerSecond,
    meanNs: row.latencyNsMean ?? Number.NaN,
    maxNs: Number(row.latencyNsMax ?? Number.NaN),
    histogram: decodeFromCompressedBase64(Buffer.from(row.histogram ?? []).toString("base64"), 64),
  }));
}

/** One measured second as the database holds it. */
export interface StoredSecond {
  readonly second: number;
  readonly operations: number;
}

/** The measured seconds of one direction of a run's only point, in order, the ramp left out. */
export async function storedSeconds(db: Database, runId: string, direction: "read" | "write"): Promise<StoredSecond[]> {
  const rows = await db.pointSecond.findMany({
    where: { runId, direction, ramp: false },
    orderBy: { second: "asc" },
    select: { second: true, operations: true },
  });
  return rows.map(({ second, operations }) => ({ second, operations: Number(operations) }));
}

/** Whole numbers grouped by thousands, as the pages write operations per second from a thousand on. */
function grouped(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** A number with four significant digits at most, as the pages write figures below a thousand. */
export function significant(value: number): string {
  const rounded = Number(value.toPrecision(4));
  return rounded >= 1000 ? grouped(value) : String(rounded);
}

/** Nanoseconds in the unit in which the pages write them. */
export function latency(ns: number): string {
  const [unit, factor] = ns < 1e3 ? ["ns", 1] : ns < 1e6 ? ["µs", 1e3] : ns < 1e9 ? ["ms", 1e6] : ["s", 1e9];
  return `${significant(ns / Number(factor))} ${unit}`;
}
