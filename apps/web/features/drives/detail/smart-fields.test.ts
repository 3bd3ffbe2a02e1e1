import type { SmartLog } from "@crosspoint/protocol";
import { describe, expect, it } from "vitest";
import { smartFields } from "./smart-fields";

const log: SmartLog = {
  criticalWarning: 0,
  compositeTemperatureKelvin: 307,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 255,
  dataUnitsRead: "0",
  dataUnitsWritten: "32381395004",
  hostReadCommands: "340282366920938463463374607431768211455",
  hostWriteCommands: "12",
  controllerBusyTimeMinutes: "90",
  powerCycles: "41",
  powerOnHours: "26304",
  unsafeShutdowns: "3",
  mediaErrors: "0",
  errorLogEntries: "7",
  warningTemperatureTimeMinutes: 5,
  criticalTemperatureTimeMinutes: 0,
  temperatureSensorsKelvin: [305, 0, 311, 0, 0, 0, 0, 0],
};
const field = (name: string, of: SmartLog = log) => smartFields(of).find((each) => each.name === name);

describe("smartFields", () => {
  it("keeps a 128-bit counter exact to its last digit", () => {
    expect(field("Host read commands")).toMatchObject({
      raw: "340282366920938463463374607431768211455",
      value: "340,282,366,920,938,463,463,374,607,431,768,211,455",
    });
  });

  it("shows data units as bytes of 512,000 each, and the count itself", () => {
    // 32 381 395 004 x 512 000 B = 16 579 274 242 048 000 B.
    expect(field("Data units written")).toMatchObject({ raw: "32381395004", value: { value: "16.58", unit: "PB" } });
  });

  it("gives a temperature in whole kelvin and degrees Celsius", () => {
    expect(field("Composite temperature")).toMatchObject({ raw: "307 K (34 °C)", value: { value: "34", unit: "°C" } });
  });

  it("says that the drive has stopped counting its wear", () => {
    expect(field("Percentage used")).toMatchObject({ raw: "255", value: { value: "≥255", unit: "%" } });
  });

  it("shows the sensors that are there under their own number", () => {
    const sensors = smartFields(log).filter(({ name }) => name.startsWith("Temperature sensor"));
    expect(sensors.map(({ name, raw }) => [name, raw])).toEqual([
      ["Temperature sensor 1", "305 K (32 °C)"],
      ["Temperature sensor 3", "311 K (38 °C)"],
    ]);
  });

  it("marks what is wrong", () => {
    const bad = { ...log, criticalWarning: 9, availableSparePercent: 9, mediaErrors: "1" };
    const marked = smartFields(bad).filter(({ warning }) => warning);
    expect(marked.map(({ name }) => name)).toEqual([
      "Critical warning",
      "Available spare",
      "Percentage used",
      "Media and data integrity errors",
    ]);
    expect(field("Critical warning", bad)?.value).toContain("read-only");
  });
});
