import { expect, it } from "vitest";
import { counterChanges } from "./deltas.ts";
import type { Counted, CountedLog } from "./facts.ts";

const log: CountedLog = {
  criticalWarning: 0,
  compositeTemperatureKelvin: 311,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 3,
  dataUnitsRead: "1000",
  dataUnitsWritten: "2000",
  powerCycles: "5",
  unsafeShutdowns: "1",
  mediaErrors: "0",
  errorLogEntries: "9",
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
};
const vendor = (value: string) => [
  {
    name: "OCP extended SMART",
    attributes: [
      { name: "Physical media units written", value, unit: "bytes" },
      { name: "Bad user blocks", value: "3", unit: "count" },
    ],
  },
];
const counted = (changes: Partial<CountedLog>, written: string): Counted => ({
  log: { ...log, ...changes },
  errorLog: [],
  vendorLogs: vendor(written),
});

it("a run's changes are those of each counter, with what should not have grown", () => {
  const changes = counterChanges(
    counted({}, "1000000000"),
    // 2,000 units of 512,000 bytes.
    counted({ dataUnitsWritten: "4000", mediaErrors: "2", errorLogEntries: "1" }, "3000000000"),
  );
  const row = (name: string) => {
    const found = changes.find((each) => each.name === name);
    return (
      found &&
      [found.before, found.after, found.added, found.isBad].map((each) => each?.toString().replaceAll("\u2009", " "))
    );
  };
  expect(row("Written")).toEqual(["1.024 GB", "2.048 GB", "1.024 GB", "false"]);
  expect(row("Media and data integrity errors")).toEqual(["0", "2", "2", "true"]);
  // Set back: nothing is known of its growth.
  expect(row("Error log entries")).toEqual(["9", "1", undefined, "false"]);
  expect(row("Light thermal throttling")).toBeUndefined();
  expect(row("OCP extended SMART: Physical media units written")).toEqual(["1 GB", "3 GB", "2 GB", "false"]);
  expect(row("OCP extended SMART: Bad user blocks")).toBeUndefined();
});

it("what is known of one moment alone is shown, and nothing is said of its growth", () => {
  const changes = counterChanges(counted({}, "1"), { errorLog: [], vendorLogs: [] });
  expect(changes[0]).toMatchObject({ name: "Written", after: undefined, added: undefined, isBad: false });
  expect(counterChanges(undefined, undefined)).toEqual([]);
});
