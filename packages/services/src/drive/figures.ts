import { type FigureDay, readFigureDays } from "@crosspoint/db/queries/figure-days";
import { dayMs } from "@crosspoint/domain/rollup";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

/** Days that a trend is told over. */
const figureDays = 30;

export const driveFiguresInput = z.object({ driveId: z.uuid() });

export interface DayFigures
  extends Omit<
    FigureDay,
    "time" | "firstAt" | "lastAt" | "dataUnitsWrittenIncrease" | "mediaErrorsIncrease" | "powerOnHoursIncrease"
  > {
  /** When it begins, in UTC. */
  readonly timeMs: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly dataUnitsWrittenIncrease: bigint;
  readonly mediaErrorsIncrease: bigint;
  readonly powerOnHoursIncrease: bigint;
}

/** The last days of a drive, the first first; a day without samples is not there. */
export async function driveFigures(
  { db, actor, now }: ServiceContext,
  { driveId }: z.infer<typeof driveFiguresInput>,
): Promise<{ readonly days: readonly DayFigures[] }> {
  requireRight({ actor }, "fleet.view");
  // From the beginning of a day, and today as far as it is rolled up.
  const since = new Date(Math.floor(now.getTime() / dayMs - figureDays) * dayMs);
  const rows = await readFigureDays(db, { driveId, since, limit: figureDays + 1 });
  return { days: rows.map(figuresOf) };
}

function figuresOf({ time, firstAt, lastAt, ...day }: FigureDay): DayFigures {
  return {
    ...day,
    timeMs: time.getTime(),
    firstAtMs: firstAt.getTime(),
    lastAtMs: lastAt.getTime(),
    dataUnitsWrittenIncrease: BigInt(day.dataUnitsWrittenIncrease),
    mediaErrorsIncrease: BigInt(day.mediaErrorsIncrease),
    powerOnHoursIncrease: BigInt(day.powerOnHoursIncrease),
  };
}
