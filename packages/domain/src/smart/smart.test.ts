import { describe, expect, it } from "vitest";
import { criticalWarnings } from "./smart.ts";

describe("criticalWarnings", () => {
  it("names each bit, reserved ones too", () => {
    expect(criticalWarnings(0)).toEqual([]);
    expect(criticalWarnings(0xff).map(({ bit, name }) => `${bit} ${name}`)).toEqual([
      "0 availableSpareBelowThreshold",
      "1 temperatureThreshold",
      "2 reliabilityDegraded",
      "3 readOnly",
      "4 volatileMemoryBackupFailed",
      "5 persistentMemoryRegionUnreliable",
      "6 personalityIndeterminate",
      "7 reserved",
    ]);
  });

  it("reads 0x4, which QEMU raises, as reliability", () => {
    expect(criticalWarnings(0x4).map(({ name }) => name)).toEqual(["reliabilityDegraded"]);
  });
});
