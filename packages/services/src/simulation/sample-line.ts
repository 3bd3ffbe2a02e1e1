import { z } from "zod";

/** Of all lines of one transaction; a drive's quarter of a year in the simulator's cadence has 821. */
const samplesLimit = 100_000;
/** Of one transaction. */
const linesLimit = 100;
/** A log page has one byte for a percentage, and two for a temperature. */
const [byteMost, kelvinMost] = [255, 65_535];

/** Looked at in one go: a fleet's past has some 28 million of them. */
const column = (least = 0, most = Number.MAX_SAFE_INTEGER) =>
  z.custom<number[]>(
    (value) => isColumn(value, least, most),
    `must be 1 to ${samplesLimit} whole numbers from ${least} to ${most}`,
  );
const [counter, byte] = [column(), column(0, byteMost)];
const sampleColumns = z.object({
  timeMs: counter,
  criticalWarning: byte,
  // 0 would be one that is not told.
  compositeTemperatureKelvin: column(1, kelvinMost),
  availableSparePercent: byte,
  availableSpareThresholdPercent: byte,
  percentageUsed: byte,
  dataUnitsRead: counter,
  dataUnitsWritten: counter,
  hostReadCommands: counter,
  hostWriteCommands: counter,
  controllerBusyTimeMinutes: counter,
  powerCycles: counter,
  powerOnHours: counter,
  unsafeShutdowns: counter,
  mediaErrors: counter,
  errorLogEntries: counter,
  warningTemperatureTimeMinutes: counter,
});
/** SMART logs by what they say, named as in a log, each list in the order of time. */
export type SampleColumns = z.output<typeof sampleColumns>;

/** A line of `fleetsim samples`: all that a simulated drive said until now, in one simulated host after the other. */
const sampleLine = z
  .object({
    drive: z.object({ pciVendorId: z.int(), model: z.string(), serial: z.string() }),
    stays: z.array(z.object({ installationId: z.uuid(), samples: z.int().min(1).max(samplesLimit) })).min(1),
    columns: sampleColumns,
  })
  .refine(({ columns: { timeMs } }) => timeMs.every((time, place) => place === 0 || time > (timeMs[place - 1] ?? 0)), {
    path: ["columns", "timeMs"],
    error: "must be in the order of time, each once",
  })
  .refine(
    ({ stays, columns }) => {
      const samples = stays.reduce((sum, stay) => sum + stay.samples, 0);
      return Object.values(columns).every(({ length }) => length === samples);
    },
    { path: ["columns"], error: "must each have as many values as there are samples" },
  );

function isColumn(value: unknown, least: number, most: number): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > samplesLimit) return false;
  return value.every((number) => Number.isSafeInteger(number) && number >= least && number <= most);
}

export const sampleLines = z
  .array(sampleLine)
  .min(1)
  .max(linesLimit)
  .refine((lines) => lines.reduce((sum, { columns }) => sum + columns.timeMs.length, 0) <= samplesLimit, {
    error: `must have no more than ${samplesLimit} samples in all`,
  })
  .refine((lines) => new Set(lines.map(({ drive }) => JSON.stringify(drive))).size === lines.length, {
    error: "must be of drives that are each there once",
  });
export type SampleLine = z.output<typeof sampleLine>;
