import type { RolledGauge, RolledStep, RollupRow } from "@crosspoint/db/queries/copied-rollups";
import type { SampleColumns } from "./sample-line.ts";

/** It never reaches its critical temperature. */
const zeroStep: RolledStep = { first: 0, last: 0, increase: 0, resets: 0 };

/**
 * The hours or the days of a drive's samples, by their length, the oldest first. It is domain's rollup, to which tests hold it, of all that
 * a sample says and of counters that JavaScript holds exactly: a fleet's past takes a tenth of the time.
 */
export function rollUpPast(driveId: string, columns: SampleColumns, lengthMs: number): RollupRow[] {
  const { timeMs } = columns;
  return intervalsOf(timeMs, lengthMs).map(([from, end]): RollupRow => {
    const gauge = (values: readonly number[]) => gaugeOf(values, from, end);
    const step = (values: readonly number[]) => stepOf(values, from, end);
    const firstMs = timeMs[from] as number;
    const lastMs = timeMs[end - 1] as number;
    return {
      driveId,
      timeMs: startOf(firstMs, lengthMs),
      samples: end - from,
      firstMs,
      lastMs,
      coveredMs: lastMs - (timeMs[from - 1] ?? firstMs),
      gauges: {
        temperature_kelvin: gauge(columns.compositeTemperatureKelvin),
        percentage_used: gauge(columns.percentageUsed),
        available_spare_percent: gauge(columns.availableSparePercent),
      },
      counters: {
        data_units_read: step(columns.dataUnitsRead),
        data_units_written: step(columns.dataUnitsWritten),
        host_read_commands: step(columns.hostReadCommands),
        host_write_commands: step(columns.hostWriteCommands),
        controller_busy_time_minutes: step(columns.controllerBusyTimeMinutes),
        power_cycles: step(columns.powerCycles),
        power_on_hours: step(columns.powerOnHours),
        unsafe_shutdowns: step(columns.unsafeShutdowns),
        media_errors: step(columns.mediaErrors),
        error_log_entries: step(columns.errorLogEntries),
        warning_temperature_time_minutes: step(columns.warningTemperatureTimeMinutes),
        critical_temperature_time_minutes: zeroStep,
        throttle_transitions: undefined,
      },
    };
  });
}

/** Where the samples of each hour, or day, begin and end. */
function intervalsOf(timesMs: readonly number[], lengthMs: number): [from: number, end: number][] {
  const intervals: [number, number][] = [];
  let from = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const [place, timeMs] of timesMs.entries()) {
    if (timeMs < endMs) continue;
    if (place > from) intervals.push([from, place]);
    from = place;
    endMs = startOf(timeMs, lengthMs) + lengthMs;
  }
  intervals.push([from, timesMs.length]);
  return intervals;
}

const startOf = (timeMs: number, lengthMs: number) => Math.floor(timeMs / lengthMs) * lengthMs;

function gaugeOf(values: readonly number[], from: number, end: number): RolledGauge {
  let min = values[from] as number;
  let max = min;
  let sum = 0;
  for (let place = from; place < end; place += 1) {
    const value = values[place] as number;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
  }
  return { min, max, sum, count: end - from };
}

/** Of the steps whose later sample lies in it, wherever the earlier one does. */
function stepOf(values: readonly number[], from: number, end: number): RolledStep {
  const first = values[from] as number;
  let before = values[from - 1] ?? first;
  let increase = 0;
  let resets = 0;
  for (let place = from; place < end; place += 1) {
    const value = values[place] as number;
    if (value < before) resets += 1;
    increase += value < before ? value : value - before;
    before = value;
  }
  return { first, last: before, increase, resets };
}
