import type { Database, Transaction } from "@crosspoint/db";
import { dayMs } from "@crosspoint/domain/rollup";

/** How long what grows is kept, in days. */
export interface Retention {
  /** SMART samples as they came. */
  readonly keepSamplesDays: number;
  /** What they came to by the hour. */
  readonly keepHoursDays: number;
  /** By the day; null: forever. */
  readonly keepDaysDays: number | null;
  /** Histograms of the seconds of runs, from their end; null: forever. The figures of a second stay. */
  readonly keepSecondsDays: number | null;
  /** Commands, from their end. */
  readonly keepCommandsDays: number;
}

/** Until somebody changes them. */
export const retentionDefaults: Retention = {
  keepSamplesDays: 30,
  keepHoursDays: 730,
  keepDaysDays: null,
  keepSecondsDays: 180,
  keepCommandsDays: 365,
};

/** The first day, in UTC, whose samples are kept. */
export async function samplesKeptFrom(db: Database | Transaction, now: Date): Promise<Date> {
  const { keepSamplesDays } = await readRetention(db);
  return new Date(Math.floor((now.getTime() - keepSamplesDays * dayMs) / dayMs) * dayMs);
}

/** How long what grows is kept, as it was set, or by default. */
export async function readRetention(db: Database | Transaction): Promise<Retention> {
  const row = await db.storageSettings.findUnique({ where: { id: 1 } });
  if (row === null) return retentionDefaults;
  const { keepSamplesDays, keepHoursDays, keepDaysDays, keepSecondsDays, keepCommandsDays } = row;
  return { keepSamplesDays, keepHoursDays, keepDaysDays, keepSecondsDays, keepCommandsDays };
}
