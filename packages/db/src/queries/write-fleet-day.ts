import type { Database } from "../client.ts";

export interface FleetDayCounts {
  readonly day: Date;
  /** Of verdicts, and how many drives have each. */
  readonly ranks: readonly number[];
  readonly drives: readonly number[];
  /** Days before are forgotten. */
  readonly keptSince: Date;
}

/** Notes the counts of a day in place of those noted before; returns how many of them changed. */
export async function writeFleetDay(db: Database, { day, ranks, drives, keptSince }: FleetDayCounts): Promise<number> {
  const date = (time: Date) => time.toISOString().slice(0, 10);
  await db.$executeRaw`DELETE FROM fleet_day WHERE day < ${date(keptSince)}::date`;
  return db.$executeRaw`
    INSERT INTO fleet_day (day, verdict_rank, drives)
    SELECT ${date(day)}::date, now.rank, now.drives FROM unnest(${ranks}::smallint[], ${drives}::int[]) AS now (rank, drives)
    ON CONFLICT (day, verdict_rank) DO UPDATE SET drives = excluded.drives WHERE fleet_day.drives <> excluded.drives`;
}
