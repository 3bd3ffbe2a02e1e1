import { z } from "zod";

/** Of one drive; a quarter of a year in the simulator's cadence has 925. */
const samplesLimit = 100_000;
/** Lines of one transaction. */
export const linesLimit = 100;

/** Looked at in one go: there are thirty million of them in a fleet's past. */
const column = z.custom<number[]>(isColumn, `must be 1 to ${samplesLimit} whole numbers`);
const sampleColumns = z.object({
  timeMs: column,
  criticalWarning: column,
  compositeTemperatureKelvin: column,
  availableSparePercent: column,
  availableSpareThresholdPercent: column,
  percentageUsed: column,
  dataUnitsRead: column,
  dataUnitsWritten: column,
  hostReadCommands: column,
  hostWriteCommands: column,
  controllerBusyTimeMinutes: column,
  powerCycles: column,
  powerOnHours: column,
  unsafeShutdowns: column,
  mediaErrors: column,
  errorLogEntries: column,
  warningTemperatureTimeMinutes: column,
});
/** SMART logs by what they say, named as in a log, each list in the order of time. */
export type SampleColumns = z.output<typeof sampleColumns>;

/** A line of `fleetsim samples`: what a simulated drive said, in one simulated host after the other. */
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

function isColumn(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > samplesLimit) return false;
  return value.every((number) => Number.isSafeInteger(number) && number >= 0);
}

export const sampleLines = z.array(sampleLine).min(1).max(linesLimit);
export type SampleLine = z.output<typeof sampleLine>;
