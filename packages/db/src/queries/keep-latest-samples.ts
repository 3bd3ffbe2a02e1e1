import type { Database } from "../client.ts";
import { smartLogExcluded, smartLogNames } from "./smart-log-columns.ts";

/** Keeps what drives said last, where that was before then: before the time series forgets it. */
export async function keepLatestSamples(db: Database, before: Date): Promise<void> {
  await db.$executeRaw`
    INSERT INTO drive_latest (drive_id, time, ${smartLogNames})
    SELECT drive_id, time, ${smartLogNames}
    FROM smart_sample
    JOIN (SELECT drive_id, sample_time FROM drive_reading WHERE sample_time < ${before}) AS reading USING (drive_id)
    WHERE time = sample_time
    ON CONFLICT (drive_id) DO UPDATE SET time = excluded.time, ${smartLogExcluded}`;
}
