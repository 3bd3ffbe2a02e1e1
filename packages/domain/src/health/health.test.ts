import { describe, expect, it } from "vitest";
import type { SmartSample } from "../smart/smart.ts";
import { HEALTHY_SAMPLE } from "../smart/testing.ts";
import { type HealthLimits, healthVerdict } from "./health.ts";

/** WCTEMP 343 K and CCTEMP 358 K (70 and 85 °C). */
const LIMITS: HealthLimits = { warningTemperatureKelvin: 343, criticalTemperatureKelvin: 358 };
const P4800X: HealthLimits = { ...LIMITS, writeProtectPercentageUsed: 105 };

const judge = (change: Partial<SmartSample>, limits: HealthLimits = LIMITS) => {
  const verdict = healthVerdict({ ...HEALTHY_SAMPLE, ...change }, limits);
  return [verdict.status, ...verdict.reasons.map(({ rule }) => rule)];
};

describe("healthVerdict", () => {
  it.each<[string, Partial<SmartSample>, HealthLimits, string[]]>([
    ["healthy", {}, LIMITS, ["good"]],
    ["bit 0", { criticalWarning: 0x01 }, LIMITS, ["replace", "criticalWarning.availableSpareBelowThreshold"]],
    ["bit 1", { criticalWarning: 0x02 }, LIMITS, ["watch", "criticalWarning.temperatureThreshold"]],
    ["bit 2", { criticalWarning: 0x04 }, LIMITS, ["replace", "criticalWarning.reliabilityDegraded"]],
    ["bit 3", { criticalWarning: 0x08 }, LIMITS, ["failed", "criticalWarning.readOnly"]],
    ["bit 4", { criticalWarning: 0x10 }, LIMITS, ["replace", "criticalWarning.volatileMemoryBackupFailed"]],
    ["bit 5", { criticalWarning: 0x20 }, LIMITS, ["watch", "criticalWarning.persistentMemoryRegionUnreliable"]],
    ["bit 6", { criticalWarning: 0x40 }, LIMITS, ["watch", "criticalWarning.reserved"]],
    ["spare at its threshold", { availableSparePercent: 10 }, LIMITS, ["good"]],
    ["spare below it", { availableSparePercent: 9 }, LIMITS, ["replace", "availableSpare"]],
    [
      "no spare, threshold 0 (Optane)",
      { availableSparePercent: 0, availableSpareThresholdPercent: 0 },
      LIMITS,
      ["good"],
    ],
    ["99 % used", { percentageUsed: 99 }, LIMITS, ["good"]],
    ["100 % used", { percentageUsed: 100 }, LIMITS, ["watch", "percentageUsed"]],
    ["P4800X at 104", { percentageUsed: 104 }, P4800X, ["watch", "percentageUsed"]],
    ["P4800X at 105", { percentageUsed: 105 }, P4800X, ["replace", "writeProtect"]],
    ["another model at 255", { percentageUsed: 255 }, LIMITS, ["watch", "percentageUsed"]],
    ["one media error", { mediaErrors: 1n }, LIMITS, ["watch", "mediaErrors"]],
    ["just below warning", { temperatureKelvin: 342 }, LIMITS, ["good"]],
    ["at warning", { temperatureKelvin: 343 }, LIMITS, ["watch", "warningTemperature"]],
    ["at critical", { temperatureKelvin: 358 }, LIMITS, ["watch", "criticalTemperature"]],
    ["hot, thresholds not reported", { temperatureKelvin: 400 }, { warningTemperatureKelvin: 0 }, ["good"]],
    ["hot, no limits known", { temperatureKelvin: 400 }, {}, ["good"]],
  ])("%s", (_, change, limits, expected) => {
    expect(judge(change, limits)).toEqual(expected);
  });

  it("takes the most urgent status and lists its reason first", () => {
    expect(judge({ mediaErrors: 3n, criticalWarning: 0x08, availableSparePercent: 2 })).toEqual([
      "failed",
      "criticalWarning.readOnly",
      "availableSpare",
      "mediaErrors",
    ]);
  });

  it("gives value, threshold and a sentence", () => {
    const { reasons } = healthVerdict({ ...HEALTHY_SAMPLE, percentageUsed: 255, temperatureKelvin: 345 }, P4800X);
    expect(reasons).toEqual([
      {
        rule: "writeProtect",
        status: "replace",
        value: "255\u2009% or more",
        threshold: "105\u2009%",
        text: "255\u2009% or more of the rated endurance is used; this model throttles writes from 105\u2009%.",
      },
      {
        rule: "warningTemperature",
        status: "watch",
        value: "72\u2009°C",
        threshold: "70\u2009°C",
        text: "The drive is 2\u2009°C above its warning temperature: it may slow down. Check its airflow.",
      },
    ]);
  });

  it("does not call silence health", () => {
    expect(healthVerdict(undefined).status).toBe("unknown");
    expect(healthVerdict("notResponding").status).toBe("notResponding");
    expect(healthVerdict("notResponding").reasons[0]?.text).toContain("does not answer");
  });
});
