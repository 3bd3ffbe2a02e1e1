import type { Database } from "@crosspoint/db";
import { addUpDays } from "@crosspoint/db/queries/add-up-days";
import { rollUpHours } from "@crosspoint/db/queries/roll-up-hours";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface StoredHistory {
  readonly driveIds: readonly string[];
  readonly now: Date;
  /** How far back it reaches: an hour a sample, and finer of late. */
  readonly days: number;
  readonly fine: { readonly days: number; readonly everySeconds: number };
  /** Days ago between which the host was off. */
  readonly gap?: { readonly from: number; readonly to: number };
}

/** Samples are kept so long. */
const keptDays = 30;

/**
 * Drives' past as it stands after so long: samples of a month, and what the older ones were rolled up to. Each writes 10 MB/s, wears
 * by 1 % a month, and is warmer by day.
 */
export async function storeHistory(
  db: Database,
  { driveIds, now, days, fine, gap = { from: 0, to: 0 } }: StoredHistory,
): Promise<void> {
  const ago = (count: number) => new Date(now.getTime() - count * dayMs);
  // A host's first report was of another past.
  await db.smartSample.deleteMany({ where: { driveId: { in: [...driveIds] } } });
  await db.$executeRaw`
    INSERT INTO smart_sample (
      drive_id, time, host_id, critical_warning, composite_temperature_kelvin, available_spare_percent,
      available_spare_threshold_percent, percentage_used, data_units_read, data_units_written, host_read_commands,
      host_write_commands, controller_busy_time_minutes, power_cycles, power_on_hours, unsafe_shutdowns, media_errors,
      error_log_entries, warning_temperature_time_minutes, critical_temperature_time_minutes, temperature_sensors_kelvin
    )
    SELECT drive.id, time, gen_random_uuid(), 0, 311 + round(6 * sin(age / 86400 * 2 * pi()) + 2 * sin(age)), 100,
      10, 3 + floor(age / 86400 / 30), floor(age * 4), floor(age * 10000000 / 512000), floor(age * 90), floor(age * 200),
      floor(age / 600), 12, floor(age / 3600), 3, floor(age / 86400 / 100), 0, 0, 0, '{}'
    FROM (
      SELECT time, extract(epoch FROM time - ${ago(days)}::timestamptz)::float8 AS age FROM (
        SELECT generate_series(${ago(days)}::timestamptz, ${ago(fine.days)}::timestamptz, interval '1 hour')
        UNION
        SELECT generate_series(
          ${ago(fine.days)}::timestamptz, ${now}::timestamptz, ${fine.everySeconds} * interval '1 second')
      ) AS sampled (time)
    ) AS aged
    CROSS JOIN unnest(${driveIds}::uuid[]) AS drive (id)
    WHERE time < ${ago(gap.from)} OR time > ${ago(gap.to)}`;
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs;
  const range = { from: new Date(midnight - (days + 1) * dayMs), to: new Date(midnight) };
  await db.$transaction(
    async (tx) => {
      await rollUpHours(tx, driveIds, range);
      await addUpDays(tx, driveIds, range);
    },
    { timeout: 120_000 },
  );
  await db.smartSample.deleteMany({ where: { driveId: { in: [...driveIds] }, time: { lt: ago(keptDays) } } });
}
