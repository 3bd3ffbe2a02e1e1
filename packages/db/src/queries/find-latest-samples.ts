import type { Database } from "../client.ts";
import { smartOfLatest } from "./smart-log-columns.ts";

export interface LatestSampleRow {
  readonly driveId: string;
  readonly time: Date;
  /** protocol's SmartLog. */
  readonly smart: unknown;
}

/** The newest samples of drives that have one. */
export async function findLatestSamples(db: Database, driveIds: readonly string[]): Promise<LatestSampleRow[]> {
  return db.$queryRaw<LatestSampleRow[]>`
    SELECT latest.drive_id AS "driveId", latest.time, ${smartOfLatest} AS smart
    FROM drive_latest AS latest
    WHERE latest.drive_id = ANY (${driveIds}::uuid[])
    LIMIT ${driveIds.length}`;
}
