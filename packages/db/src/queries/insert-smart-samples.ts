import type { Transaction } from "../client.ts";
import { markSampledHours } from "./mark-sampled-hours.ts";
import { list, textList } from "./array-literal.ts";

/** One sample. Counters are decimal text, because they are up to 128 bits wide. */
export interface SmartSampleRow {
  readonly driveId: string;
  readonly hostId: string;
  readonly time: Date;
  readonly criticalWarning: number;
  readonly compositeTemperatureKelvin: number;
  readonly availableSparePercent: number;
  readonly availableSpareThresholdPercent: number;
  readonly percentageUsed: number;
  readonly dataUnitsRead: string;
  readonly dataUnitsWritten: string;
  readonly hostReadCommands: string;
  readonly hostWriteCommands: string;
  readonly controllerBusyTimeMinutes: string;
  readonly powerCycles: string;
  readonly powerOnHours: string;
  readonly unsafeShutdowns: string;
  readonly mediaErrors: string;
  readonly errorLogEntries: string;
  readonly warningTemperatureTimeMinutes: number;
  readonly criticalTemperatureTimeMinutes: number;
  readonly temperatureSensorsKelvin: readonly number[];
  readonly thermalManagement1Transitions?: number | undefined;
  readonly thermalManagement2Transitions?: number | undefined;
  readonly thermalManagement1Seconds?: number | undefined;
  readonly thermalManagement2Seconds?: number | undefined;
}

/** Adds samples in one statement; a drive has one sample at one time, so a second is left out. */
export async function insertSmartSamples(tx: Transaction, rows: readonly SmartSampleRow[]): Promise<void> {
  const column = (read: (row: SmartSampleRow) => string | number | null) => list(rows.map(read));
  await tx.$executeRaw`
    INSERT INTO smart_sample (
      drive_id, time, host_id, critical_warning, composite_temperature_kelvin, available_spare_percent,
      available_spare_threshold_percent, percentage_used, data_units_read, data_units_written, host_read_commands,
      host_write_commands, controller_busy_time_minutes, power_cycles, power_on_hours, unsafe_shutdowns, media_errors,
      error_log_entries, warning_temperature_time_minutes, critical_temperature_time_minutes, temperature_sensors_kelvin,
      thermal_management_1_transitions, thermal_management_2_transitions, thermal_management_1_seconds,
      thermal_management_2_seconds
    )
    SELECT drive_id, time, host_id, critical_warning, temperature, spare, spare_threshold, used, units_read,
      units_written, read_commands, write_commands, busy_minutes, power_cycles, power_on_hours, unsafe_shutdowns,
      media_errors, error_entries, warning_minutes, critical_minutes, sensors::int[],
      light_transitions, heavy_transitions, light_seconds, heavy_seconds
    FROM unnest(
      ${column((row) => row.driveId)}::uuid[],
      ${column((row) => row.hostId)}::uuid[],
      ${column((row) => row.time.toISOString())}::timestamptz[],
      ${column((row) => row.criticalWarning)}::smallint[],
      ${column((row) => row.compositeTemperatureKelvin)}::int[],
      ${column((row) => row.availableSparePercent)}::smallint[],
      ${column((row) => row.availableSpareThresholdPercent)}::smallint[],
      ${column((row) => row.percentageUsed)}::smallint[],
      ${column((row) => row.dataUnitsRead)}::numeric[],
      ${column((row) => row.dataUnitsWritten)}::numeric[],
      ${column((row) => row.hostReadCommands)}::numeric[],
      ${column((row) => row.hostWriteCommands)}::numeric[],
      ${column((row) => row.controllerBusyTimeMinutes)}::numeric[],
      ${column((row) => row.powerCycles)}::numeric[],
      ${column((row) => row.powerOnHours)}::numeric[],
      ${column((row) => row.unsafeShutdowns)}::numeric[],
      ${column((row) => row.mediaErrors)}::numeric[],
      ${column((row) => row.errorLogEntries)}::numeric[],
      ${column((row) => row.warningTemperatureTimeMinutes)}::bigint[],
      ${column((row) => row.criticalTemperatureTimeMinutes)}::bigint[],
      ${textList(rows.map((row) => list(row.temperatureSensorsKelvin)))}::text[],
      ${column((row) => row.thermalManagement1Transitions ?? null)}::bigint[],
      ${column((row) => row.thermalManagement2Transitions ?? null)}::bigint[],
      ${column((row) => row.thermalManagement1Seconds ?? null)}::bigint[],
      ${column((row) => row.thermalManagement2Seconds ?? null)}::bigint[]
    ) AS sample (
      drive_id, host_id, time, critical_warning, temperature, spare, spare_threshold, used, units_read, units_written,
      read_commands, write_commands, busy_minutes, power_cycles, power_on_hours, unsafe_shutdowns, media_errors,
      error_entries, warning_minutes, critical_minutes, sensors, light_transitions, heavy_transitions, light_seconds,
      heavy_seconds
    )
    ON CONFLICT (drive_id, time) DO NOTHING`;
  await markSampledHours(tx, rows);
}
