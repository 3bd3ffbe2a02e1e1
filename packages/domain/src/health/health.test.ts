import { describe, expect, it } from "vitest";
import type { SmartSample } from "../smart/smart.ts";
import { HEALTHY_SAMPLE } from "../smart/testing.ts";
import type { Condition } from "./condition.ts";
import { describeCondition } from "./describe-condition.ts";
import type { HealthFacts, HealthLimits } from "./facts.ts";
import { byUrgency, judgeHealth, RULES } from "./registry.ts";
import { VERDICTS, verdictOfRank, verdictRank, worstVerdict } from "./verdict.ts";

/** WCTEMP 343 K and CCTEMP 358 K (70 and 85 °C). */
const LIMITS: HealthLimits = { warningTemperatureKelvin: 343, criticalTemperatureKelvin: 358 };
const P4800X: HealthLimits = { ...LIMITS, writeProtectPercentageUsed: 105 };

const healthy: HealthFacts = {
  sample: HEALTHY_SAMPLE,
  limits: LIMITS,
  notResponding: false,
  missing: false,
  hostNotReporting: false,
};
const sampled = (change: Partial<SmartSample>, limits: HealthLimits = LIMITS) =>
  byUrgency(judgeHealth({ ...healthy, sample: { ...HEALTHY_SAMPLE, ...change }, limits }));
const summary = (conditions: readonly Condition[]) => [worstVerdict(conditions), ...conditions.map(({ rule }) => rule)];
const judge = (change: Partial<SmartSample>, limits?: HealthLimits) => summary(sampled(change, limits));

describe("judgeHealth", () => {
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

  it.each<[string, Partial<HealthFacts>, string[]]>([
    ["never sampled", { sample: undefined }, ["unknown", "noSample"]],
    ["not responding", { notResponding: true }, ["notResponding", "notResponding"]],
    ["a silent host", { hostNotReporting: true }, ["notReporting", "hostNotReporting"]],
    ["pulled", { missing: true }, ["missing", "missing"]],
    ["pulled, from a host that fell silent", { missing: true, hostNotReporting: true }, ["missing", "missing"]],
    [
      "never sampled, on a silent host",
      { sample: undefined, hostNotReporting: true },
      ["notReporting", "hostNotReporting", "noSample"],
    ],
  ])("%s", (_, change, expected) => {
    expect(summary(byUrgency(judgeHealth({ ...healthy, ...change })))).toEqual(expected);
  });

  it("keeps what the last sample said of a drive that is out of reach", () => {
    const sample = { ...HEALTHY_SAMPLE, criticalWarning: 0x08 };
    const silent = byUrgency(judgeHealth({ ...healthy, sample, hostNotReporting: true }));
    expect(summary(silent)).toEqual(["failed", "criticalWarning.readOnly", "hostNotReporting"]);
  });

  it("lists the most urgent condition first", () => {
    expect(judge({ mediaErrors: 3n, criticalWarning: 0x08, availableSparePercent: 2 })).toEqual([
      "failed",
      "criticalWarning.readOnly",
      "availableSpare",
      "mediaErrors",
    ]);
  });

  it("states figures with their unit, and counters of any size", () => {
    expect(sampled({ percentageUsed: 255, mediaErrors: 2n ** 128n - 1n }, P4800X)).toEqual([
      { rule: "writeProtect", severity: "replace", value: 255, threshold: 105, unit: "percent" },
      { rule: "mediaErrors", severity: "watch", value: 2n ** 128n - 1n, threshold: 0, unit: "errors" },
    ]);
    expect(sampled({ criticalWarning: 0xc0 })).toEqual([
      { rule: "criticalWarning.reserved", severity: "watch", value: 0xc0, unit: "bits" },
    ]);
  });
});

describe("describeCondition", () => {
  const described = (change: Partial<SmartSample>, limits?: HealthLimits) =>
    sampled(change, limits).map((condition) => describeCondition(condition));

  it("writes value, threshold and a sentence", () => {
    expect(described({ percentageUsed: 255, temperatureKelvin: 345 }, P4800X)).toEqual([
      {
        value: "255\u2009% or more",
        threshold: "105\u2009%",
        text: "255\u2009% or more of the rated endurance is used; this model limits writes from 105\u2009%.",
      },
      {
        value: "72\u2009°C",
        threshold: "70\u2009°C",
        text: "The drive is 2\u2009°C above its warning temperature of 70\u2009°C: it may slow down. Check its airflow.",
      },
    ]);
    expect(described({ temperatureKelvin: 358 })[0]?.text).toBe(
      "The drive is at its critical temperature of 85\u2009°C: it may shut down or lose data. Cool it now.",
    );
    expect(described({ availableSparePercent: 9 })[0]).toEqual({
      value: "9\u2009%",
      threshold: "10\u2009%",
      text: "Available spare is 9\u2009%, below the drive's threshold of 10\u2009%.",
    });
    expect(described({ mediaErrors: 1n })[0]?.text).toBe("1 media error: data could not be read back intact.");
    expect(described({ criticalWarning: 0xc0 })[0]).toEqual({
      value: "bits 6, 7",
      threshold: "",
      text: "Reserved warning bit 6 is set. Reserved warning bit 7 is set.",
    });
  });

  it("has a text for every rule, without a figure too", () => {
    for (const rule of RULES) {
      if (rule.kind !== "health") continue;
      const { text } = describeCondition({ rule: rule.id, severity: "watch", value: 1, threshold: 1 });
      expect(text, rule.id).toMatch(/^\S.*\.$/);
    }
  });

  it("names a rule that this version does not have", () => {
    const retired = { rule: "retiredRule", severity: "watch", value: 7 } as unknown as Condition;
    expect(describeCondition(retired)).toEqual({ value: "7", threshold: "", text: "The rule retiredRule holds." });
  });
});

describe("verdicts", () => {
  it("rank by urgency and read back", () => {
    expect(VERDICTS.map(verdictRank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(VERDICTS.map((verdict) => verdictOfRank(verdictRank(verdict)))).toEqual(VERDICTS);
    expect(verdictOfRank(99)).toBe("unknown");
  });

  it("are good without a condition", () => {
    expect(worstVerdict([])).toBe("good");
    expect(worstVerdict([{ severity: "watch" }, { severity: "missing" }, { severity: "unknown" }])).toBe("missing");
  });
});

it("every rule has an id of its own", () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
