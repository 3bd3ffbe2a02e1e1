import { describe, expect, it } from "vitest";
import type { OpenCondition } from "../condition.ts";
import type { HealthFacts, HealthLimits, HealthSample } from "../facts.ts";
import type { PastFacts } from "../past/past-facts.ts";
import { HEALTH_RULES } from "../registry.ts";
import type { HealthRuleId } from "../rule-ids.ts";
import type { Severity } from "../verdict.ts";
import { judgeLevel, judgePast } from "./judge.ts";
import { dayMs, HEALTHY, hourMs, minuteMs, nowMs, UNEVENTFUL } from "./testing.ts";

/** Facts of a drive of which one thing is as far as it may be, and as far as it may not; and what is open beside the latter. */
type Edge<Facts> = readonly [
  grade: `${HealthRuleId} ${Severity}`,
  outside: Partial<Facts>,
  inside: Partial<Facts>,
  besideInside?: OpenCondition,
];

const LIMITS: HealthLimits = { warningTemperatureKelvin: 343, criticalTemperatureKelvin: 358 };
const P4800X: HealthLimits = { ...LIMITS, writeProtectPercentageUsed: 105 };
const says = (change: Partial<HealthSample>, limits = LIMITS) => ({ sample: { ...HEALTHY, ...change }, limits });
const bits = (outside: number, inside: number, more: Partial<HealthSample> = {}) =>
  [says({ ...more, criticalWarning: outside }), says({ ...more, criticalWarning: inside })] as const;
const used = (percentageUsed: number) => says({ percentageUsed }, P4800X);

/** Rules that a report judges. */
const reported: readonly Edge<HealthFacts>[] = [
  ["criticalWarning.availableSpareBelowThreshold replace", ...bits(0xfe, 0x01)],
  ["criticalWarning.readOnly failed", ...bits(0xf7, 0x08)],
  ["criticalWarning.reliabilityDegraded watch", ...bits(0xfb, 0x04, { percentageUsed: 100 })],
  [
    "criticalWarning.reliabilityDegraded replace",
    says({ criticalWarning: 4, percentageUsed: 100 }),
    says({ criticalWarning: 4, percentageUsed: 99 }),
  ],
  ["criticalWarning.volatileMemoryBackupFailed replace", ...bits(0xef, 0x10)],
  ["criticalWarning.persistentMemoryRegionUnreliable watch", ...bits(0xdf, 0x20)],
  ["criticalWarning.personalityIndeterminate watch", ...bits(0xbf, 0x40)],
  ["criticalWarning.reserved watch", ...bits(0x7f, 0x80)],
  ["availableSpare watch", says({ availableSparePercent: 16 }), says({ availableSparePercent: 15 })],
  ["availableSpare replace", says({ availableSparePercent: 10 }), says({ availableSparePercent: 9 })],
  ["percentageUsed watch", says({ percentageUsed: 89 }), says({ percentageUsed: 90 })],
  ["writeProtect watch", used(99), used(100)],
  ["writeProtect replace", used(104), used(105)],
  ["criticalTemperature watch", says({ temperatureKelvin: 357 }), says({ temperatureKelvin: 358 })],
  ["notResponding notResponding", {}, { notResponding: true }],
  ["missing missing", {}, { missing: true }],
  ["hostNotReporting notReporting", {}, { hostNotReporting: true }],
  ["noSample unknown", {}, { sample: undefined }],
  ["healthLogUnread unknown", {}, { healthLogUnread: true }],
];

const recent = (minutes: number, temperatureKelvin: number, criticalWarning = 0): Partial<PastFacts> => ({
  recent: Array.from({ length: minutes + 1 }, (_, index) => ({
    timeMs: nowMs - (minutes - index) * minuteMs,
    temperatureKelvin,
    criticalWarning,
  })),
});
const idle = (count: number): Partial<PastFacts> => ({
  hours: Array.from({ length: count }, (_, index) => ({
    timeMs: nowMs - (count - index) * hourMs,
    minTemperatureKelvin: 328,
    idle: true,
  })),
});
const ends = (days: number): Partial<PastFacts> => ({
  wearEnd: {
    ...{ kind: "forecast", limit: "writeProtect", basis: "percentageUsed", days: 90 },
    ...{ earliestMs: nowMs + days * dayMs, middleMs: nowMs + 2 * days * dayMs, latestMs: undefined },
  },
});
/** Three falls by a percent, the first so many days ago: two percent since then, and one percent left. */
const spareFell = (daysAgo: number): Partial<PastFacts> => ({
  growth: {
    ...UNEVENTFUL.growth,
    spareFalls: [daysAgo, 60, 50].map((days) => ({ atMs: nowMs - days * dayMs, by: 1 })),
  },
  spare: { percent: 11, thresholdPercent: 10 },
});
const away = (days: number): Partial<PastFacts> => ({ absences: [{ endedAtMs: nowMs - dayMs, days }] });
const faultIn = (hours: number): Partial<PastFacts> => ({
  firmwareNotices: [{ id: "fault", powerOnHours: (UNEVENTFUL.powerOnHours ?? 0) + hours }],
});

/** Self-tests, the newest first, by the code of the test and its result. */
const tested = (...selfTests: readonly (readonly [code: number, result: number])[]): Partial<PastFacts> => ({
  selfTests: selfTests.map(([code, result]) => ({ code, result })),
});
const capacitor = (value: number, fellPercent: number): Partial<PastFacts> => ({
  capacitor: { value, median: 100, fellPercent },
});

/** Rules that the worker judges; those of growth are held to their edges in growth.test.ts, whichever there are. */
const past: readonly Edge<PastFacts>[] = [
  ["criticalWarning.temperatureThreshold watch", recent(9, 313, 2), recent(10, 313, 2)],
  ["warningTemperature watch", recent(10, 342), recent(10, 343)],
  ["idleHeat watch", idle(23), idle(24)],
  [
    "mediaErrorsBefore watch",
    { firstSight: { mediaErrors: 0n, atMs: nowMs - 90 * dayMs } },
    { firstSight: { mediaErrors: 1n, atMs: nowMs - 90 * dayMs } },
  ],
  ["availableSpareForecast replace", spareFell(122), spareFell(120)],
  ["wearForecast watch", ends(366), ends(365)],
  ["wearForecast replace", ends(91), ends(90)],
  ["writesAboveRating watch", { drivesPerDay30: 1 }, { drivesPerDay30: 1.0001 }],
  ["unpoweredLong watch", away(89.9), away(90)],
  ["firmwareKnownBad watch", { firmwareNotices: [] }, { firmwareNotices: [{ id: "notice" }] }],
  ["powerOnHoursBug watch", faultIn(4381), faultIn(4380)],
  ["powerOnHoursBug replace", faultIn(337), faultIn(336)],
  ["selfTestFailed watch", tested([1, 8], [2, 0]), tested([1, 8], [2, 8])],
  ["selfTestFailed replace", tested([2, 4]), tested([2, 5])],
  ["namespaceWriteProtected watch", { readOnlyNamespaces: 0 }, { readOnlyNamespaces: 1 }],
  [
    "namespaceWriteProtected failed",
    { readOnlyNamespaces: 1 },
    { readOnlyNamespaces: 1 },
    { rule: "criticalWarning.readOnly", severity: "failed" },
  ],
  ["mediaDiesOffline watch", { dies: { offline: 0, tolerance: 2 } }, { dies: { offline: 1, tolerance: 2 } }],
  ["mediaDiesOffline replace", { dies: { offline: 1, tolerance: 2 } }, { dies: { offline: 2, tolerance: 2 } }],
  ["enduranceGroupWarning watch", { enduranceGroupWarning: 0xf2 }, { enduranceGroupWarning: 0x01 }],
  ["enduranceGroupWarning replace", { enduranceGroupWarning: 0xf3 }, { enduranceGroupWarning: 0x04 }],
  ["enduranceGroupWarning failed", { enduranceGroupWarning: 0xf7 }, { enduranceGroupWarning: 0x08 }],
  [
    "writeAmplification watch",
    { amplification: { value: 10, median: 2 } },
    { amplification: { value: 10.01, median: 2 } },
  ],
  ["capacitorHealth watch", capacitor(80, 10), capacitor(79.9, 10)],
  ["capacitorHealth replace", capacitor(43, 10), capacitor(42.9, 10)],
];

const said = (conditions: readonly Pick<OpenCondition, "rule" | "severity">[]) =>
  conditions.map(({ rule, severity }) => `${rule} ${severity}`);

const byName = <Facts>(edges: readonly Edge<Facts>[]) => edges.map((edge) => [edge[0], edge] as const);

describe("just outside a grade, and just inside", () => {
  it.each(byName(reported))("%s", (grade, [, outside, inside]) => {
    const healthy: HealthFacts = {
      sample: HEALTHY,
      limits: LIMITS,
      ...{ notResponding: false, healthLogUnread: false, missing: false, hostNotReporting: false },
    };
    expect(said(judgeLevel({ ...healthy, ...outside }, []))).not.toContain(grade);
    expect(said(judgeLevel({ ...healthy, ...inside }, []))).toContain(grade);
  });

  it.each(byName(past))("%s", (grade, [, outside, inside, beside]) => {
    expect(said(judgePast({ ...UNEVENTFUL, ...outside }, []))).not.toContain(grade);
    expect(said(judgePast({ ...UNEVENTFUL, ...inside }, beside ? [beside] : []))).toContain(grade);
  });

  it("there is a row for every grade of every rule that is judged", () => {
    const judged = HEALTH_RULES.filter(({ by, needs }) => by !== "nothing" && by !== "growth" && needs === undefined);
    const grades = judged.flatMap(({ id, grades }) => grades.map(({ severity }) => `${id} ${severity}`));
    expect([...reported, ...past].map(([grade]) => grade).toSorted()).toEqual(grades.toSorted());
  });
});
