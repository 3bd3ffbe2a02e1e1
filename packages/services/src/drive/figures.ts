import { type FigureDay, readFigureDayBefore, readFigureDays } from "@crosspoint/db/queries/figure-days";
import { dayMs } from "@crosspoint/domain/rollup";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

/** Days that a trend is told over. */
const figureDays = 30;

export const driveFiguresInput = z.object({ driveId: z.uuid() });

export interface DayFigures
  extends Pick<FigureDay, "meanKelvin" | "maxKelvin" | "percentageUsed" | "availableSparePercent"> {
  /** When it begins, in UTC. */
  readonly timeMs: number;
  readonly lastAtMs: number;
  readonly dataUnitsWrittenIncrease: bigint;
  readonly mediaErrorsIncrease: bigint;
  readonly powerOnHoursIncrease: bigint;
}

export interface DriveFigures {
  /** The sample that the days are counted from: the last one before them, or the first of all. */
  readonly start: (Pick<FigureDay, "percentageUsed" | "availableSparePercent"> & { readonly atMs: number }) | undefined;
  /** The first first; a day without samples is not there. */
  readonly days: readonly DayFigures[];
}

/** The last whole days of a drive, and the sample they are counted from. */
export async function driveFigures(
  { db, actor, now }: ServiceContext,
  { driveId }: z.infer<typeof driveFiguresInput>,
): Promise<DriveFigures> {
  requireRight({ actor }, "fleet.view");
  // Today is rolled up once it is over.
  const since = new Date(Math.floor(now.getTime() / dayMs - figureDays) * dayMs);
  const [before, days] = await Promise.all([
    readFigureDayBefore(db, { driveId, time: since }),
    readFigureDays(db, { driveId, since, limit: figureDays + 1 }),
  ]);
  return { start: before ? endOf(before) : beginningOf(days[0]), days: days.map(figuresOf) };
}

/** What was counted since the last sample before the days is theirs. */
function endOf({ lastAt, percentageUsed, availableSparePercent }: FigureDay): DriveFigures["start"] {
  return { atMs: lastAt.getTime(), percentageUsed, availableSparePercent };
}

/** Before the first sample of all nothing is known. */
function beginningOf(first: FigureDay | undefined): DriveFigures["start"] {
  return (
    first && {
      atMs: first.firstAt.getTime(),
      percentageUsed: first.minPercentageUsed,
      availableSparePercent: first.maxAvailableSparePercent,
    }
  );
}

function figuresOf({ time, lastAt, ...day }: FigureDay): DayFigures {
  return {
    timeMs: time.getTime(),
    lastAtMs: lastAt.getTime(),
    meanKelvin: day.meanKelvin,
    maxKelvin: day.maxKelvin,
    percentageUsed: day.percentageUsed,
    availableSparePercent: day.availableSparePercent,
    dataUnitsWrittenIncrease: BigInt(day.dataUnitsWrittenIncrease),
    mediaErrorsIncrease: BigInt(day.mediaErrorsIncrease),
    powerOnHoursIncrease: BigInt(day.powerOnHoursIncrease),
  };
}
