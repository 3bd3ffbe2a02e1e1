import type { SmartSample } from "./smart.ts";

/** A healthy drive's sample, for tests to vary. */
export const HEALTHY_SAMPLE: SmartSample = {
  criticalWarning: 0,
  temperatureKelvin: 313,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 3,
  dataUnitsRead: 1_000n,
  dataUnitsWritten: 2_000n,
  hostReadCommands: 3_000n,
  hostWriteCommands: 4_000n,
  controllerBusyTimeMinutes: 50n,
  powerCycles: 6n,
  powerOnHours: 700n,
  unsafeShutdowns: 8n,
  mediaErrors: 0n,
  errorLogEntries: 0n,
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
  temperatureSensorsKelvin: [313],
};
