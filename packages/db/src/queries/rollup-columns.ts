/** What smart_hour and smart_day hold beside drive and time: the words of both statements that write them. */
export const rolledCounters = [
  "data_units_read",
  "data_units_written",
  "host_read_commands",
  "host_write_commands",
  "controller_busy_time_minutes",
  "power_cycles",
  "power_on_hours",
  "unsafe_shutdowns",
  "media_errors",
  "error_log_entries",
  "warning_temperature_time_minutes",
  "critical_temperature_time_minutes",
  "throttle_transitions",
] as const;
export type RolledCounter = (typeof rolledCounters)[number];

/** What a counter is of a sample, where it has no column of its own; null where the drive does not tell. */
export const sampledCounters: Readonly<Partial<Record<RolledCounter, string>>> = {
  throttle_transitions: "thermal_management_1_transitions + thermal_management_2_transitions",
};

/** Gauges, as a rollup calls them. */
export const rolledGauges = ["temperature_kelvin", "percentage_used", "available_spare_percent"] as const;

const ofGauges = rolledGauges.flatMap((name) => [`min_${name}`, `max_${name}`, `sum_${name}`]);
const ofCounters = rolledCounters.flatMap((name) => [
  `${name}_first`,
  `${name}_last`,
  `${name}_increase`,
  `${name}_resets`,
]);

/** Every column but the key, in the order in which both statements name them. */
export const rolledColumns: readonly string[] = [
  "samples",
  "first_at",
  "last_at",
  "covered_ms",
  "temperature_samples",
  ...ofGauges,
  ...ofCounters,
];

/** For ON CONFLICT: the row as it was computed now. */
export const rolledUpdates = rolledColumns.map((name) => `${name} = excluded.${name}`).join(", ");
