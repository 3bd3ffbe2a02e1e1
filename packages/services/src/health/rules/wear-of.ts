import { findDriveModel } from "@crosspoint/catalog";
import type { JudgedDriveRow, WearDayRow } from "@crosspoint/db/queries/health-past";
import type { WearRow } from "@crosspoint/db/queries/write-wear";
import {
  forecastEnd,
  type PastFacts,
  RATED_PERCENT,
  type RatedWrites,
  ratedWrites,
  type WearEnd,
  type WrittenDay,
  writesOver,
  writesUpToEach,
} from "@crosspoint/domain";
import { amplificationOf, type ToldLogs } from "./told-logs.ts";

/** A drive's wear, as it is stored, and as it is judged. */
export interface ComputedWear {
  readonly row: WearRow;
  readonly facts: Pick<PastFacts, "drivesPerDay30" | "drivesPerDay30Before" | "ratedDrivesPerDay" | "wearEnd">;
}

/** How fast a drive is written to, against its rating, and when it reaches its end, as its days say. */
export function wearOf(
  drive: JudgedDriveRow,
  days: readonly WearDayRow[],
  told: ToldLogs | undefined,
  now: Date,
): ComputedWear {
  const match = findDriveModel(drive.model);
  const capacityBytes = Number(drive.capacityBytes ?? 0);
  const rated = ratedOf(drive);
  const written = days.map(writtenDay);
  const writes = writtenOf(written, capacityBytes, now);
  const limit = match?.model.wear?.writeProtectPercentageUsed;
  const wearEnd = forecastEnd({
    rows: days.map((day) => ({
      lastAtMs: day.lastAt.getTime(),
      percentageUsed: day.maxPercentageUsed,
      unitsIncrease: BigInt(day.unitsIncrease),
      unitsLast: BigInt(day.unitsLast),
      resets: day.resets,
    })),
    nowMs: now.getTime(),
    writeProtectPercentageUsed: limit,
    ratedBytes: rated.bytes,
    // On another host it does other work.
    changesMs: drive.hostSince === null ? [] : [drive.hostSince.getTime()],
  });
  return {
    row: {
      driveId: drive.id,
      computedAt: now,
      ...writes,
      ...amplifications(told, capacityBytes, now),
      limitPercent: limitPercentOf(wearEnd, limit),
      kind: wearEnd.kind,
      ...datesOf(wearEnd, now),
    },
    facts: {
      drivesPerDay30: writes.dwpd30 ?? undefined,
      drivesPerDay30Before: writes.dwpd30 === null ? undefined : writesUpToEach(written, { days: 30, capacityBytes }),
      ratedDrivesPerDay: rated.drivesPerDay,
      wearEnd,
    },
  };
}

/** What its model's sheet rates a drive for; empty where the catalog does not say, or its capacity is not known. */
export function ratedOf({ model, capacityBytes }: Pick<JudgedDriveRow, "model" | "capacityBytes">): RatedWrites {
  const match = findDriveModel(model);
  const bytes = Number(capacityBytes ?? 0);
  if (match === undefined || bytes === 0) return {};
  const sheet = {
    driveWritesPerDay: match.model.enduranceDriveWritesPerDay,
    bytesWritten: match.capacity?.enduranceBytesWritten,
    warrantyYears: match.model.warrantyYears,
  };
  return ratedWrites(sheet, bytes);
}

/** Percentage used that the end is of; the model's own limit where no end is told. */
function limitPercentOf(end: WearEnd, modelLimit = RATED_PERCENT): number {
  return end.kind !== "notEnoughData" && end.limit === "rating" ? RATED_PERCENT : modelLimit;
}

type Written = Pick<WearRow, "bytesPerDay7" | "bytesPerDay30" | "bytesPerDay90" | "dwpd7" | "dwpd30" | "dwpd90">;

function writtenDay(day: WearDayRow): WrittenDay {
  return {
    timeMs: day.time.getTime(),
    unitsIncrease: BigInt(day.unitsIncrease),
    unitsLast: BigInt(day.unitsLast),
    coveredMs: day.coveredMs,
    resets: day.resets,
  };
}

function writtenOf(rows: readonly WrittenDay[], capacityBytes: number, now: Date): Written {
  const over = (window: number) => {
    const written = writesOver(rows, { nowMs: now.getTime(), days: window, capacityBytes });
    if (written.kind !== "writes") return { bytes: null, drives: null };
    return { bytes: written.bytesPerDay, drives: capacityBytes > 0 ? written.drivesPerDay : null };
  };
  const [week, month, quarter] = [over(7), over(30), over(90)];
  return {
    bytesPerDay7: week.bytes,
    bytesPerDay30: month.bytes,
    bytesPerDay90: quarter.bytes,
    dwpd7: week.drives,
    dwpd30: month.drives,
    dwpd90: quarter.drives,
  };
}

function amplifications(
  told: ToldLogs | undefined,
  capacityBytes: number,
  now: Date,
): Pick<WearRow, "writeAmplification7" | "writeAmplification30"> {
  const over = (days: number) => amplificationOf(told, { nowMs: now.getTime(), days, capacityBytes });
  return { writeAmplification7: over(7), writeAmplification30: over(30) };
}

type Dates = Pick<WearRow, "basis" | "percentPerDay" | "earliestEnd" | "likelyEnd" | "latestEnd">;

function datesOf(end: WearEnd, now: Date): Dates {
  const none = { basis: null, percentPerDay: null, earliestEnd: null, likelyEnd: null, latestEnd: null };
  switch (end.kind) {
    case "reached":
      return { ...none, likelyEnd: new Date(end.atMs) };
    case "forecast":
      return {
        basis: end.basis,
        percentPerDay: end.percentPerDay ?? null,
        earliestEnd: new Date(end.earliestMs),
        likelyEnd: new Date(end.middleMs),
        latestEnd: end.latestMs === undefined ? null : latestDate(end.latestMs),
      };
    case "beyond":
      return { ...none, basis: end.basis, earliestEnd: inYears(now, end.years) };
    case "notEnoughData":
      return none;
  }
}

function inYears(now: Date, years: number): Date {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() + years);
  return then;
}

/** A date that a calendar has; later ones are none. */
function latestDate(ms: number): Date | null {
  const most = Date.UTC(9999, 0, 1);
  return ms < most ? new Date(ms) : null;
}
