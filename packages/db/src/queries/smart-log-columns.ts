import { list, textList } from "../array-literal.ts";
import { Prisma } from "../generated/client/client.ts";

/** A log as `smart_sample` and `drive_latest` hold it. Counters are decimal text, because they are up to 128 bits wide. */
export interface SmartLogRow {
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

type NumberOrText = Exclude<keyof SmartLogRow, "temperatureSensorsKelvin">;

export type SmartLogType = "smallint" | "int" | "bigint" | "numeric" | "int[]";

/** The columns but that of the sensors, which are a list in each row. */
const columns: Readonly<Record<NumberOrText, readonly [name: string, type: Exclude<SmartLogType, "int[]">]>> = {
  criticalWarning: ["critical_warning", "smallint"],
  compositeTemperatureKelvin: ["composite_temperature_kelvin", "int"],
  availableSparePercent: ["available_spare_percent", "smallint"],
  availableSpareThresholdPercent: ["available_spare_threshold_percent", "smallint"],
  percentageUsed: ["percentage_used", "smallint"],
  dataUnitsRead: ["data_units_read", "numeric"],
  dataUnitsWritten: ["data_units_written", "numeric"],
  hostReadCommands: ["host_read_commands", "numeric"],
  hostWriteCommands: ["host_write_commands", "numeric"],
  controllerBusyTimeMinutes: ["controller_busy_time_minutes", "numeric"],
  powerCycles: ["power_cycles", "numeric"],
  powerOnHours: ["power_on_hours", "numeric"],
  unsafeShutdowns: ["unsafe_shutdowns", "numeric"],
  mediaErrors: ["media_errors", "numeric"],
  errorLogEntries: ["error_log_entries", "numeric"],
  warningTemperatureTimeMinutes: ["warning_temperature_time_minutes", "bigint"],
  criticalTemperatureTimeMinutes: ["critical_temperature_time_minutes", "bigint"],
  thermalManagement1Transitions: ["thermal_management_1_transitions", "bigint"],
  thermalManagement2Transitions: ["thermal_management_2_transitions", "bigint"],
  thermalManagement1Seconds: ["thermal_management_1_seconds", "bigint"],
  thermalManagement2Seconds: ["thermal_management_2_seconds", "bigint"],
};
const fields = Object.entries(columns) as [NumberOrText, (typeof columns)[NumberOrText]][];
const sensors = "temperature_sensors_kelvin";

/** The names, the sensors' last. */
export const smartLogNames = Prisma.raw([...fields.map(([, [name]]) => name), sensors].join(", "));

/** The same as they are selected from {@link smartLogArrays}. */
export const smartLogSelected = Prisma.raw([...fields.map(([, [name]]) => name), `${sensors}::int[]`].join(", "));

/** `smartLogNames`, each set to what an upsert was about to insert. */
export const smartLogExcluded = Prisma.raw(
  [...fields.map(([, [name]]) => name), sensors].map((name) => `${name} = excluded.${name}`).join(", "),
);

/** The logs of rows as arrays for `unnest`, one a column. */
export function smartLogArrays(rows: readonly SmartLogRow[]): Prisma.Sql {
  const arrays = fields.map(
    ([key, [, type]]) => Prisma.sql`${list(rows.map((row) => row[key] ?? null))}::${Prisma.raw(type)}[]`,
  );
  const lists = textList(rows.map((row) => list(row.temperatureSensorsKelvin)));
  return Prisma.join([...arrays, Prisma.sql`${lists}::text[]`]);
}

/** What a log holds and as what it is stored, in the order of `smartLogNames`. */
export const smartLogFields: readonly { readonly key: keyof SmartLogRow; readonly type: SmartLogType }[] = [
  ...fields.map(([key, [, type]]) => ({ key, type })),
  { key: "temperatureSensorsKelvin", type: "int[]" },
];

/** protocol's SmartLog of a row of `smart_sample` or `drive_latest` that is called `latest`. */
export const smartOfLatest = Prisma.raw(`jsonb_strip_nulls(jsonb_build_object(
  ${fields.map(([key, [name, type]]) => `'${key}', latest.${name}${type === "numeric" ? "::text" : ""}`).join(", ")},
  'temperatureSensorsKelvin', latest.${sensors}
))`);
