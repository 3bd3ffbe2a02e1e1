import type { Transaction } from "../client.ts";

/** Samples of one drive in one host, as PostgreSQL arrays: each the text of one column, all of one length. */
export interface SampleColumns {
  readonly timeMs: string;
  readonly criticalWarning: string;
  readonly temperatureKelvin: string;
  readonly sparePercent: string;
  readonly spareThresholdPercent: string;
  readonly percentageUsed: string;
  readonly unitsRead: string;
  readonly unitsWritten: string;
  readonly readCommands: string;
  readonly writeCommands: string;
  readonly busyMinutes: string;
  readonly powerCycles: string;
  readonly powerOnHours: string;
  readonly unsafeShutdowns: string;
  readonly mediaErrors: string;
  readonly errorEntries: string;
  readonly warningMinutes: string;
}

/** Adds the past of a simulated drive, leaving out times that it has a sample of; returns how many were added. */
export async function loadSimulatedSamples(
  tx: Transaction,
  { driveId, hostId }: { driveId: string; hostId: string },
  columns: SampleColumns,
): Promise<number> {
  // Counted by what is returned: a cluster's own count is of what was sent.
  const [added] = await tx.$queryRaw<{ count: number }[]>`
    WITH added AS (INSERT INTO smart_sample (
      drive_id, time, host_id, critical_warning, composite_temperature_kelvin, available_spare_percent,
      available_spare_threshold_percent, percentage_used, data_units_read, data_units_written, host_read_commands,
      host_write_commands, controller_busy_time_minutes, power_cycles, power_on_hours, unsafe_shutdowns, media_errors,
      error_log_entries, warning_temperature_time_minutes, critical_temperature_time_minutes, temperature_sensors_kelvin
    )
    SELECT ${driveId}::uuid, to_timestamp(time_ms / 1000.0), ${hostId}::uuid, critical_warning, kelvin, spare, threshold,
      used, units_read, units_written, read_commands, write_commands, busy_minutes, power_cycles, power_on_hours,
      unsafe_shutdowns, media_errors, error_entries, warning_minutes, 0, ARRAY[kelvin]
    FROM unnest(
      ${columns.timeMs}::bigint[], ${columns.criticalWarning}::smallint[], ${columns.temperatureKelvin}::int[],
      ${columns.sparePercent}::smallint[], ${columns.spareThresholdPercent}::smallint[],
      ${columns.percentageUsed}::smallint[], ${columns.unitsRead}::numeric[], ${columns.unitsWritten}::numeric[],
      ${columns.readCommands}::numeric[], ${columns.writeCommands}::numeric[], ${columns.busyMinutes}::numeric[],
      ${columns.powerCycles}::numeric[], ${columns.powerOnHours}::numeric[], ${columns.unsafeShutdowns}::numeric[],
      ${columns.mediaErrors}::numeric[], ${columns.errorEntries}::numeric[], ${columns.warningMinutes}::bigint[]
    ) AS sample (
      time_ms, critical_warning, kelvin, spare, threshold, used, units_read, units_written, read_commands, write_commands,
      busy_minutes, power_cycles, power_on_hours, unsafe_shutdowns, media_errors, error_entries, warning_minutes
    )
    ON CONFLICT (drive_id, time) DO NOTHING RETURNING 1)
    SELECT count(*)::int AS count FROM added`;
  return added?.count ?? 0;
}
