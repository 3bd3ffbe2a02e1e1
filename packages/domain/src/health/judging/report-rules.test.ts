import { describe, expect, it } from "vitest";
import type { OpenCondition } from "../condition.ts";
import type { HealthFacts, HealthLimits, HealthSample } from "../facts.ts";
import { byUrgency } from "../registry.ts";
import type { HealthRuleId } from "../rule-ids.ts";
import { settingsOf } from "../settings.ts";
import type { Severity } from "../verdict.ts";
import { judgeLevel } from "./judge.ts";
import { HEALTHY, minuteMs, nowMs } from "./testing.ts";

/** WCTEMP 343 K and CCTEMP 358 K (70 and 85 °C). */
const LIMITS: HealthLimits = { warningTemperatureKelvin: 343, criticalTemperatureKelvin: 358 };
const P4800X: HealthLimits = { ...LIMITS, writeProtectPercentageUsed: 105 };

const factsOf = (change: Partial<HealthSample>, limits: HealthLimits = LIMITS): HealthFacts => ({
  sample: { ...HEALTHY, ...change },
  limits,
  notResponding: false,
  missing: false,
  hostNotReporting: false,
  healthLogUnread: false,
});
const said = (conditions: readonly { rule: string; severity: string }[]) =>
  byUrgency(conditions as OpenCondition[]).map(({ rule, severity }) => `${rule} ${severity}`);
const judge = (change: Partial<HealthSample>, limits?: HealthLimits, open: readonly OpenCondition[] = []) =>
  said(judgeLevel(factsOf(change, limits), open));

const warning = (name: string, severity: string) => [`criticalWarning.${name} ${severity}`];

describe("from the first sample on", () => {
  it.each<[string, Partial<HealthSample>, HealthLimits, string[]]>([
    ["healthy", {}, LIMITS, []],
    ["bit 0", { criticalWarning: 0x01 }, LIMITS, warning("availableSpareBelowThreshold", "replace")],
    ["bit 1 has to last, which the worker sees", { criticalWarning: 0x02 }, LIMITS, []],
    ["bit 2", { criticalWarning: 0x04 }, LIMITS, warning("reliabilityDegraded", "replace")],
    ["bit 3", { criticalWarning: 0x08 }, LIMITS, warning("readOnly", "failed")],
    ["bit 4", { criticalWarning: 0x10 }, LIMITS, warning("volatileMemoryBackupFailed", "replace")],
    ["bit 5", { criticalWarning: 0x20 }, LIMITS, warning("persistentMemoryRegionUnreliable", "watch")],
    ["bit 6", { criticalWarning: 0x40 }, LIMITS, warning("personalityIndeterminate", "watch")],
    ["bit 7", { criticalWarning: 0x80 }, LIMITS, warning("reserved", "watch")],
    ["spare 16 of 10", { availableSparePercent: 16 }, LIMITS, []],
    ["spare 15 of 10", { availableSparePercent: 15 }, LIMITS, ["availableSpare watch"]],
    ["spare at its threshold", { availableSparePercent: 10 }, LIMITS, ["availableSpare watch"]],
    ["spare below it", { availableSparePercent: 9 }, LIMITS, ["availableSpare replace"]],
    ["threshold 0", { availableSparePercent: 0, availableSpareThresholdPercent: 0 }, LIMITS, []],
    [
      "threshold 100",
      { availableSparePercent: 99, availableSpareThresholdPercent: 100 },
      LIMITS,
      ["availableSpare replace"],
    ],
    ["threshold 101, reserved", { availableSparePercent: 99, availableSpareThresholdPercent: 101 }, LIMITS, []],
    ["89 % used", { percentageUsed: 89 }, LIMITS, []],
    ["90 % used", { percentageUsed: 90 }, LIMITS, ["percentageUsed watch"]],
    ["another model at 255", { percentageUsed: 255 }, LIMITS, ["percentageUsed watch"]],
    ["P4800X at 99", { percentageUsed: 99 }, P4800X, ["percentageUsed watch"]],
    ["P4800X at 100", { percentageUsed: 100 }, P4800X, ["writeProtect watch"]],
    ["P4800X at 104", { percentageUsed: 104 }, P4800X, ["writeProtect watch"]],
    ["P4800X at 105", { percentageUsed: 105 }, P4800X, ["writeProtect replace"]],
    ["just below critical", { temperatureKelvin: 357 }, LIMITS, []],
    ["at critical", { temperatureKelvin: 358 }, LIMITS, ["criticalTemperature watch"]],
    ["hot, limits not told", { temperatureKelvin: 400 }, { criticalTemperatureKelvin: 0 }, []],
    ["hot, no limits known", { temperatureKelvin: 400 }, {}, []],
  ])("%s", (_, change, limits, expected) => {
    expect(judge(change, limits)).toEqual(expected);
  });

  it.each<[string, Partial<HealthFacts>, string[]]>([
    ["never sampled", { sample: undefined }, ["noSample unknown"]],
    ["not responding", { notResponding: true }, ["notResponding notResponding"]],
    ["sampled before, and its health log refused", { healthLogUnread: true }, ["healthLogUnread unknown"]],
    ["never sampled, for it is refused", { sample: undefined, healthLogUnread: true }, ["healthLogUnread unknown"]],
    ["a silent host", { hostNotReporting: true }, ["hostNotReporting notReporting"]],
    ["pulled", { missing: true }, ["missing missing"]],
    ["pulled, from a host that fell silent", { missing: true, hostNotReporting: true }, ["missing missing"]],
  ])("%s", (_, change, expected) => {
    expect(said(judgeLevel({ ...factsOf({}), ...change }, []))).toEqual(expected);
  });

  it("keeps what the last sample said of a drive that is out of reach", () => {
    expect(said(judgeLevel({ ...factsOf({ criticalWarning: 0x08 }), hostNotReporting: true }, []))).toEqual([
      "criticalWarning.readOnly failed",
      "hostNotReporting notReporting",
    ]);
  });

  it("states figures with their unit and the limit that they go by", () => {
    expect(judgeLevel(factsOf({ percentageUsed: 255, availableSparePercent: 12 }, P4800X), [])).toEqual([
      { rule: "availableSpare", severity: "watch", value: 12, threshold: 15, unit: "percent" },
      { rule: "writeProtect", severity: "replace", value: 255, threshold: 105, unit: "percent" },
    ]);
    expect(judgeLevel(factsOf({ criticalWarning: 0x40 }), [])).toEqual([
      { rule: "criticalWarning.personalityIndeterminate", severity: "watch", value: 0x40, unit: "bits" },
    ]);
  });
});

describe("critical warning 04h", () => {
  const worn = { criticalWarning: 4, percentageUsed: 100 };
  const growing: OpenCondition = { rule: "mediaErrors", severity: "watch", value: 1, threshold: 1, unit: "errors" };
  const before: OpenCondition = {
    rule: "mediaErrorsBefore",
    severity: "watch",
    value: 3,
    threshold: 1,
    unit: "errors",
  };
  const says = (change: Partial<HealthSample>, open: readonly OpenCondition[] = []) => judge(change, LIMITS, open)[0];

  it.each<[string, Partial<HealthSample>, readonly OpenCondition[], Severity]>([
    ["the rating used up, nothing else wrong", worn, [], "watch"],
    ["old media errors only", worn, [before], "watch"],
    ["just below the rating", { ...worn, percentageUsed: 99 }, [], "replace"],
    ["a new drive", { ...worn, percentageUsed: 0 }, [], "replace"],
    ["media errors that grow", worn, [growing], "replace"],
    ["media errors in a burst", worn, [{ ...growing, rule: "mediaErrorBurst" }], "replace"],
    ["spare just above its threshold", { ...worn, availableSparePercent: 11 }, [], "watch"],
    ["spare at its threshold", { ...worn, availableSparePercent: 10 }, [], "replace"],
  ])("%s", (_, change, open, severity) => {
    expect(says(change, open)).toBe(`criticalWarning.reliabilityDegraded ${severity}`);
  });

  it("becomes urgent with new media errors, and stays so after them", () => {
    const watched: OpenCondition = {
      rule: "criticalWarning.reliabilityDegraded",
      severity: "watch",
      value: 4,
      unit: "bits",
    };
    expect(says(worn, [watched, growing])).toBe("criticalWarning.reliabilityDegraded replace");
    expect(says(worn, [{ ...watched, severity: "replace" }])).toBe("criticalWarning.reliabilityDegraded replace");
  });
});

describe("an open condition", () => {
  const openAs = (rule: HealthRuleId, severity: Severity, more: Partial<OpenCondition> = {}): OpenCondition => ({
    rule,
    severity,
    ...more,
  });
  const at = (change: Partial<HealthSample>, open: OpenCondition, afterMinutes = 0, limits = P4800X) =>
    judgeLevel(factsOf({ timeMs: nowMs + afterMinutes * minuteMs, ...change }, limits), [open]);

  it.each<[string, OpenCondition, Partial<HealthSample>, Partial<HealthSample>]>([
    ["spare", openAs("availableSpare", "watch"), { availableSparePercent: 16 }, { availableSparePercent: 17 }],
    [
      "spare, condemned",
      openAs("availableSpare", "replace"),
      { availableSparePercent: 16 },
      { availableSparePercent: 17 },
    ],
    ["percentage used", openAs("percentageUsed", "watch"), { percentageUsed: 90 }, { percentageUsed: 89 }],
    ["write limit", openAs("writeProtect", "watch"), { percentageUsed: 100 }, { percentageUsed: 89 }],
  ])("%s ends at once past its clearing, and not before", (_, open, within, past) => {
    expect(at(within, open)).toMatchObject([{ rule: open.rule, severity: open.severity }]);
    expect(at(past, open)).toEqual([]);
  });

  it("states the newest figure while it lasts", () => {
    const open = openAs("availableSpare", "replace", { value: 9, threshold: 10, unit: "percent" });
    expect(at({ availableSparePercent: 14 }, open)).toEqual([
      { rule: "availableSpare", severity: "replace", value: 14, threshold: 10, unit: "percent" },
    ]);
  });

  it.each<HealthRuleId>([
    "criticalWarning.availableSpareBelowThreshold",
    "criticalWarning.persistentMemoryRegionUnreliable",
    "criticalWarning.personalityIndeterminate",
    "criticalWarning.reserved",
  ])("%s ends with the second clear sample", (rule) => {
    const open = openAs(rule, rule.endsWith("Threshold") ? "replace" : "watch", { value: 1 });
    const [clearing] = at({}, open);
    expect(clearing).toMatchObject({ rule, clearingSinceMs: nowMs });
    // Judged again by the same sample, as when its host is heard of.
    expect(at({}, clearing as OpenCondition)).toHaveLength(1);
    expect(at({}, clearing as OpenCondition, 1)).toEqual([]);
    expect(
      at({ criticalWarning: 0xff }, clearing as OpenCondition, 1).find((each) => each.rule === rule),
    ).not.toHaveProperty("clearingSinceMs");
  });

  it.each<[HealthRuleId, Severity, number, Partial<HealthSample>]>([
    ["criticalWarning.volatileMemoryBackupFailed", "replace", 24 * 60, {}],
    ["criticalTemperature", "watch", 10, { temperatureKelvin: 343 }],
  ])("%s ends after it was clear for long enough", (rule, severity, minutes, clear) => {
    const [clearing] = at(clear, openAs(rule, severity));
    expect(clearing).toMatchObject({ severity, clearingSinceMs: nowMs });
    expect(at(clear, clearing as OpenCondition, minutes - 1)).toMatchObject([{ clearingSinceMs: nowMs }]);
    expect(at(clear, clearing as OpenCondition, minutes)).toEqual([]);
  });

  it("is not clear of the critical temperature before the warning temperature, or 3 K below where there is none", () => {
    const open = openAs("criticalTemperature", "watch");
    expect(at({ temperatureKelvin: 344 }, open)[0]?.clearingSinceMs).toBeUndefined();
    const alone = { criticalTemperatureKelvin: 358 };
    expect(at({ temperatureKelvin: 356 }, open, 0, alone)[0]?.clearingSinceMs).toBeUndefined();
    expect(at({ temperatureKelvin: 355 }, open, 0, alone)[0]?.clearingSinceMs).toBe(nowMs);
  });

  it.each<[HealthRuleId, Severity]>([
    ["criticalWarning.readOnly", "failed"],
    ["criticalWarning.reliabilityDegraded", "replace"],
  ])("%s ends only after a person acknowledged it", (rule, severity) => {
    const open = openAs(rule, severity, { value: 4, unit: "bits" });
    const [clearing] = at({}, open);
    expect(clearing).toMatchObject({ severity, clearingSinceMs: nowMs });
    expect(at({}, clearing as OpenCondition, 100_000)).toMatchObject([{ severity }]);
    expect(at({}, { ...(clearing as OpenCondition), acknowledged: { severity } }, 1)).toEqual([]);
    expect(at({ criticalWarning: 0x0c }, { ...open, acknowledged: { severity } })).toMatchObject([{}, {}]);
  });

  it("begins anew to clear where the clock was set back", () => {
    const open = openAs("criticalWarning.volatileMemoryBackupFailed", "replace", { clearingSinceMs: nowMs + 9e9 });
    expect(at({}, open)).toMatchObject([{ clearingSinceMs: nowMs }]);
  });

  it("stays where nothing tells of it any more", () => {
    const open = openAs("availableSpare", "replace", { value: 9, threshold: 10, unit: "percent" });
    const unseen = judgeLevel({ ...factsOf({}), sample: undefined }, [open]);
    expect(said(unseen)).toEqual(["availableSpare replace", "noSample unknown"]);
  });

  it("ends where the rule is switched off, or does not apply any more", () => {
    const open = openAs("writeProtect", "replace");
    expect(at({ percentageUsed: 110 }, open, 0, LIMITS).map(({ rule }) => rule)).toEqual(["percentageUsed"]);
    const off = settingsOf([{ rule: "writeProtect", grades: "off" }]);
    expect(judgeLevel(factsOf({ percentageUsed: 80 }, P4800X), [open], off)).toEqual([]);
  });
});
