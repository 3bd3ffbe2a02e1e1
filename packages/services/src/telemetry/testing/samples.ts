import { randomUUID } from "node:crypto";
import type { Database } from "@crosspoint/db";
import { insertSmartSamples, type SmartSampleRow } from "@crosspoint/db/queries/insert-smart-samples";

/** Samples outlive their host: it need not be there. */
const hostId = randomUUID();

/** A sample of a drive that does nothing, but for what is said. */
export function sampleOf(
  driveId: string,
  time: Date | string,
  more: Partial<SmartSampleRow["log"]> = {},
): SmartSampleRow {
  return { driveId, hostId, timeMs: new Date(time).getTime(), isNewest: false, log: { ...idleLog, ...more } };
}

/** Of a drive that has done nothing yet, and wants nothing. */
export const idleLog: SmartSampleRow["log"] = {
  criticalWarning: 0,
  compositeTemperatureKelvin: 300,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 0,
  dataUnitsRead: "0",
  dataUnitsWritten: "0",
  hostReadCommands: "0",
  hostWriteCommands: "0",
  controllerBusyTimeMinutes: "0",
  powerCycles: "0",
  powerOnHours: "0",
  unsafeShutdowns: "0",
  mediaErrors: "0",
  errorLogEntries: "0",
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
  temperatureSensorsKelvin: [],
};

/** Stores samples as the ingest does, and marks their hours. */
export async function addSamples(db: Database, rows: readonly SmartSampleRow[]): Promise<void> {
  await db.$transaction((tx) => insertSmartSamples(tx, rows), { timeout: 20_000 });
}
