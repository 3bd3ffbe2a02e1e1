import type { Database } from "@crosspoint/db";
import type { CounterRollup, GaugeRollup } from "@crosspoint/domain/rollup";

export type RolledRows = "smartHour" | "smartDay";

const rowsOf = (db: Database, rows: RolledRows, driveId: string) =>
  (db[rows] as Database["smartHour"]).findMany({ where: { driveId } });

/** The data units written of a drive that are rolled up, as domain's rollup puts them. */
export async function counterRows(
  db: Database,
  rows: RolledRows,
  driveId: string,
): Promise<Map<number, CounterRollup>> {
  const found = await rowsOf(db, rows, driveId);
  return new Map(
    found.map((row) => [
      row.time.getTime(),
      {
        first: BigInt(row.dataUnitsWrittenFirst.toFixed()),
        last: BigInt(row.dataUnitsWrittenLast.toFixed()),
        increase: BigInt(row.dataUnitsWrittenIncrease.toFixed()),
        resets: row.dataUnitsWrittenResets,
        count: row.samples,
        coveredMs: Number(row.coveredMs),
      },
    ]),
  );
}

/** The same of the percentage used. */
export async function gaugeRows(db: Database, rows: RolledRows, driveId: string): Promise<Map<number, GaugeRollup>> {
  const found = await rowsOf(db, rows, driveId);
  return new Map(
    found.map((row) => [
      row.time.getTime(),
      {
        min: row.minPercentageUsed,
        max: row.maxPercentageUsed,
        sum: Number(row.sumPercentageUsed),
        count: row.samples,
      },
    ]),
  );
}
