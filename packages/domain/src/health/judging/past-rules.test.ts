import { describe, expect, it } from "vitest";
import type { Condition, OpenCondition } from "../condition.ts";
import type { PastFacts, PastHour, RecentSample, SelfTestEnding } from "../past/past-facts.ts";
import { HEALTH_RULES } from "../registry.ts";
import type { HealthRuleId } from "../rule-ids.ts";
import { settingsOf } from "../settings.ts";
import type { Severity } from "../verdict.ts";
import { judgePast } from "./judge.ts";
import { dayMs, hourMs, minuteMs, nowMs, UNEVENTFUL } from "./testing.ts";

const judge = (change: Partial<PastFacts>, open: readonly OpenCondition[] = []) =>
  judgePast({ ...UNEVENTFUL, ...change }, open);
const said = (conditions: readonly Condition[]) => conditions.map(({ rule, severity }) => `${rule} ${severity}`);
const growing = (counter: string, ...growth: readonly { atMs: number; by: number }[]): Partial<PastFacts> => ({
  growth: { ...UNEVENTFUL.growth, [counter]: growth },
});
const open = (rule: HealthRuleId, severity: Severity, more: Partial<OpenCondition> = {}): OpenCondition => ({
  rule,
  severity,
  ...more,
});

/** A sample a minute up to now, at a temperature; the warning bit is set from `warned` minutes ago on. */
const samples = (minutes: number, temperatureKelvin: number, criticalWarning = 0): RecentSample[] =>
  Array.from({ length: minutes + 1 }, (_, index) => ({
    timeMs: nowMs - (minutes - index) * minuteMs,
    temperatureKelvin,
    criticalWarning,
  }));
const hours = (count: number, minTemperatureKelvin: number, idle = true): PastHour[] =>
  Array.from({ length: count }, (_, index) => ({
    timeMs: nowMs - (count - index) * hourMs,
    minTemperatureKelvin,
    idle,
  }));
const before = (earlier: readonly RecentSample[], later: readonly RecentSample[]) => [
  ...earlier.filter(({ timeMs }) => timeMs < (later[0]?.timeMs ?? 0)),
  ...later,
];
const forecast = (days: number, limit: "rating" | "writeProtect"): Partial<PastFacts> => ({
  wearEnd: {
    kind: "forecast",
    limit,
    basis: "percentageUsed",
    days: 90,
    earliestMs: nowMs + days * dayMs,
    middleMs: nowMs + 2 * days * dayMs,
    latestMs: undefined,
  },
});
const falls = (...daysAgo: readonly number[]) =>
  growing("spareFalls", ...daysAgo.map((days) => ({ atMs: nowMs - days * dayMs, by: 1 })));

/** Self-tests, the newest first: code and result of each, as in its first byte. */
const tests = (...endings: readonly string[]): SelfTestEnding[] =>
  endings.map((ending) => ({ code: Number(ending[0]), result: Number(ending[1]) }));

it("an uneventful past has nothing wrong, and nothing that is told is unknown to a rule", () => {
  expect(judge({})).toEqual([]);
});

it.each<[string, Partial<PastFacts>, string[]]>([
  ["warning temperature for 9 min", { recent: samples(9, 343) }, []],
  ["warning temperature for 10 min", { recent: samples(10, 343) }, ["warningTemperature watch"]],
  ["just below it for an hour", { recent: samples(60, 342) }, []],
  ["a spike in between", { recent: before(samples(30, 380), samples(5, 342)) }, []],
  ["hot for an hour, no limit told", { recent: samples(60, 400), limits: {} }, []],
  ["bit 1 for 9 min", { recent: samples(9, 313, 2) }, []],
  ["bit 1 for 10 min", { recent: samples(10, 313, 2) }, ["criticalWarning.temperatureThreshold watch"]],
  ["other bits for an hour", { recent: samples(60, 313, 0xfd) }, []],
  ["55 °C idle for 23 h", { hours: hours(23, 328) }, []],
  ["55 °C idle for 24 h", { hours: hours(24, 328) }, ["idleHeat watch"]],
  ["54 °C idle for 48 h", { hours: hours(48, 327) }, []],
  ["55 °C at work for 48 h", { hours: hours(48, 328, false) }, []],
  ["no media error before", { firstSight: { mediaErrors: 0n, atMs: nowMs - 90 * dayMs } }, []],
  ["one before", { firstSight: { mediaErrors: 1n, atMs: nowMs - 90 * dayMs } }, ["mediaErrorsBefore watch"]],
  ["spare: two falls in 30 days", falls(29, 1), ["availableSpareSlope watch"]],
  ["spare: one fall in 30 days", falls(31, 1), []],
  // 2 percent in 100 days after the first of three falls: 90 left last 4,500 days, 1 left 50 days.
  ["spare: three falls, far away", falls(100, 60, 50), []],
  [
    "spare: 60 days left",
    { ...falls(120, 60, 50), spare: { percent: 11, thresholdPercent: 10 } },
    ["availableSpareForecast replace"],
  ],
  ["spare: 61 days left", { ...falls(122, 60, 50), spare: { percent: 11, thresholdPercent: 10 } }, []],
  ["spare: no threshold", { ...falls(100, 60, 50), spare: { percent: 1, thresholdPercent: 0 } }, []],
  ["spare: two falls show no pace", { ...falls(100, 60), spare: { percent: 11, thresholdPercent: 10 } }, []],
  ["wear: 366 days", forecast(366, "writeProtect"), []],
  ["wear: 365 days", forecast(365, "writeProtect"), ["wearForecast watch"]],
  ["wear: 91 days", forecast(91, "writeProtect"), ["wearForecast watch"]],
  ["wear: 90 days", forecast(90, "writeProtect"), ["wearForecast replace"]],
  ["wear: 1 day to the mere rating", forecast(1, "rating"), ["wearForecast watch"]],
  ["wear: reached", { wearEnd: { kind: "reached", limit: "rating", atMs: nowMs - dayMs } }, []],
  ["writes at the rating", { drivesPerDay30: 1 }, []],
  ["writes just above it", { drivesPerDay30: 1.0001 }, ["writesAboveRating watch"]],
  ["writes without a rating", { drivesPerDay30: 100, ratedDrivesPerDay: undefined }, []],
  ["away for 89 days", { absences: [{ endedAtMs: nowMs - dayMs, days: 89.9 }] }, []],
  ["away for 90 days", { absences: [{ endedAtMs: nowMs - dayMs, days: 90 }] }, ["unpoweredLong watch"]],
  ["back for 13 days", { absences: [{ endedAtMs: nowMs - 13 * dayMs, days: 90 }] }, ["unpoweredLong watch"]],
  ["back for 14 days", { absences: [{ endedAtMs: nowMs - 14 * dayMs, days: 90 }] }, []],
  ["a firmware notice", { firmwareNotices: [{ id: "a" }] }, ["firmwareKnownBad watch"]],
  ["a fault 4,381 h ahead", { firmwareNotices: [{ id: "a", powerOnHours: 5081 }] }, ["firmwareKnownBad watch"]],
  [
    "4,380 h ahead",
    { firmwareNotices: [{ id: "a", powerOnHours: 5080 }] },
    ["powerOnHoursBug watch", "firmwareKnownBad watch"],
  ],
  [
    "337 h ahead, and another later",
    {
      firmwareNotices: [
        { id: "a", powerOnHours: 1037 },
        { id: "b", powerOnHours: 9000 },
      ],
    },
    ["powerOnHoursBug watch", "firmwareKnownBad watch"],
  ],
  [
    "336 h ahead",
    { firmwareNotices: [{ id: "a", powerOnHours: 1036 }] },
    ["powerOnHoursBug replace", "firmwareKnownBad watch"],
  ],
  [
    "passed",
    { firmwareNotices: [{ id: "a", powerOnHours: 1 }] },
    ["powerOnHoursBug replace", "firmwareKnownBad watch"],
  ],
  ["a failed self-test", { selfTests: tests("25") }, ["selfTestFailed replace"]],
  ["unknown segment, known segments", { selfTests: tests("16", "27") }, ["selfTestFailed replace"]],
  ["failed before a short one that passed", { selfTests: tests("10", "27") }, []],
  ["failed before an extended one that passed", { selfTests: tests("20", "27", "27") }, []],
  ["failed, then a reset ended another", { selfTests: tests("22", "17") }, ["selfTestFailed replace"]],
  ["ended by people, resets, formats and sanitizes", { selfTests: tests("21", "22", "23", "24", "29") }, []],
  ["broken off once", { selfTests: tests("18", "20") }, []],
  ["broken off twice, a person ended one between", { selfTests: tests("18", "21", "28") }, ["selfTestFailed watch"]],
  ["broken off, passed, broken off", { selfTests: tests("18", "10", "28") }, []],
  ["no test yet", { selfTests: [] }, []],
  ["one namespace read-only", { readOnlyNamespaces: 1 }, ["namespaceWriteProtected watch"]],
  ["none", { readOnlyNamespaces: 0 }, []],
  ["no die gone", { dies: { offline: 0, tolerance: 0 } }, []],
  ["one die of two", { dies: { offline: 1, tolerance: 2 } }, ["mediaDiesOffline watch"]],
  ["two dies of two", { dies: { offline: 2, tolerance: 2 } }, ["mediaDiesOffline replace"]],
  ["one die, tolerance not told", { dies: { offline: 1 } }, ["mediaDiesOffline watch"]],
  ["two dies, tolerance not told", { dies: { offline: 2 } }, ["mediaDiesOffline replace"]],
  ["group: reserved bits", { enduranceGroupWarning: 0xf2 }, []],
  ["group: spare", { enduranceGroupWarning: 1 }, ["enduranceGroupWarning watch"]],
  ["group: reliability", { enduranceGroupWarning: 4 }, ["enduranceGroupWarning replace"]],
  ["group: reliability and spare", { enduranceGroupWarning: 5 }, ["enduranceGroupWarning replace"]],
  ["group: read-only", { enduranceGroupWarning: 8 }, ["enduranceGroupWarning failed"]],
  ["five times the amplification of others", { amplification: { value: 10, median: 2 } }, []],
  ["more than that", { amplification: { value: 10.01, median: 2 } }, ["writeAmplification watch"]],
  ["ten times, too few others", { amplification: { value: 20 } }, []],
  ["others write nothing to their medium", { amplification: { value: 20, median: 0 } }, []],
  ["capacitor at 80 %, fallen", { capacitor: { value: 128, median: 160, fellPercent: 20 } }, []],
  [
    "just below, fallen by 10 %",
    { capacitor: { value: 127, median: 160, fellPercent: 10 } },
    ["capacitorHealth watch"],
  ],
  ["just below, fallen by less", { capacitor: { value: 127, median: 160, fellPercent: 9.9 } }, []],
  ["at 43 %, not fallen", { capacitor: { value: 43, median: 100, fellPercent: 0 } }, []],
  ["below 43 %, not fallen", { capacitor: { value: 42.9, median: 100, fellPercent: 0 } }, ["capacitorHealth replace"]],
  ["nearly gone, too few others", { capacitor: { value: 1, fellPercent: 90 } }, []],
  ["a counter that fell", growing("counterFalls", { atMs: nowMs - dayMs, by: 1 }), ["counterWentBackwards watch"]],
])("%s", (_, change, expected) => {
  expect(said(judge(change))).toEqual(expected);
});

it("states figures with their threshold", () => {
  const tenAgo = nowMs - 10 * minuteMs;
  expect(judge({ recent: samples(10, 345) })).toEqual([
    { rule: "warningTemperature", severity: "watch", value: 345, threshold: 343, unit: "kelvin", sinceMs: tenAgo },
  ]);
  expect(judge({ drivesPerDay30: 1.0001 })).toEqual([
    { rule: "writesAboveRating", severity: "watch", value: 100.1, threshold: 100, unit: "percent" },
  ]);
  expect(judge({ recent: samples(10, 313, 0xff) })).toEqual([
    { rule: "criticalWarning.temperatureThreshold", severity: "watch", value: 2, unit: "bits", sinceMs: tenAgo },
  ]);
});

describe("an open condition", () => {
  const severityIn = (found: readonly Condition[], rule: HealthRuleId) =>
    found.find((each) => each.rule === rule)?.severity;

  it.each<[string, OpenCondition, Partial<PastFacts>, Partial<PastFacts>]>([
    [
      "warning temperature: 3 K below it, for 10 min",
      open("warningTemperature", "watch"),
      { recent: samples(9, 340) },
      { recent: samples(10, 340) },
    ],
    [
      "warning temperature: 2 K below it",
      open("warningTemperature", "watch"),
      { recent: samples(60, 341) },
      { recent: samples(60, 340) },
    ],
    [
      "bit 1: clear for 30 min",
      open("criticalWarning.temperatureThreshold", "watch"),
      { recent: samples(29, 313) },
      { recent: samples(30, 313) },
    ],
    ["idle heat: 50 °C for 6 h", open("idleHeat", "watch"), { hours: hours(5, 323) }, { hours: hours(6, 323) }],
    [
      "idle heat: at work for 6 h",
      open("idleHeat", "watch"),
      { hours: hours(6, 324) },
      { hours: hours(6, 340, false) },
    ],
    ["firmware: another version", open("firmwareKnownBad", "watch"), { firmwareNotices: [{ id: "a" }] }, {}],
    [
      "unpowered: back for two weeks",
      open("unpoweredLong", "watch"),
      { absences: [{ endedAtMs: nowMs - 13 * dayMs, days: 90 }] },
      { absences: [{ endedAtMs: nowMs - 14 * dayMs, days: 90 }] },
    ],
    [
      "power-on hours: another version",
      open("powerOnHoursBug", "replace"),
      { firmwareNotices: [{ id: "a", powerOnHours: 800 }] },
      {},
    ],
    [
      "no longer the model's limit",
      open("wearForecast", "replace"),
      forecast(110, "writeProtect"),
      { wearEnd: { kind: "reached", limit: "rating", atMs: nowMs } },
    ],
  ])("%s", (_, condition, within, past) => {
    expect(severityIn(judge(within, [condition]), condition.rule)).toBe(condition.severity);
    expect(severityIn(judge(past, [condition]), condition.rule)).toBeUndefined();
  });

  it.each<[string, OpenCondition, Partial<PastFacts>, Partial<PastFacts>, number]>([
    ["wear, watched", open("wearForecast", "watch"), forecast(399, "writeProtect"), forecast(400, "writeProtect"), 14],
    [
      "wear, condemned",
      open("wearForecast", "replace"),
      forecast(109, "writeProtect"),
      { wearEnd: { kind: "beyond", limit: "writeProtect", basis: "percentageUsed", years: 10 } },
      14,
    ],
    ["writes", open("writesAboveRating", "watch"), { drivesPerDay30: 0.901 }, { drivesPerDay30: 0.9 }, 14],
    [
      "spare",
      open("availableSpareForecast", "replace"),
      { ...falls(120, 60, 50), spare: { percent: 11, thresholdPercent: 10 } },
      {},
      60,
    ],
  ])("%s: ends after so many days beyond its clearing", (_, condition, within, past, days) => {
    expect(judge(within, [condition])).toMatchObject([{ rule: condition.rule }]);
    expect(judge(within, [condition])[0]?.clearingSinceMs).toBeUndefined();
    expect(judge(past, [condition])).toMatchObject([{ severity: condition.severity, clearingSinceMs: nowMs }]);
    const since = (clearDays: number) => [{ ...condition, clearingSinceMs: nowMs - clearDays * dayMs }];
    expect(judge(past, since(days - 1))).toHaveLength(1);
    expect(judge(past, since(days))).toEqual([]);
  });

  it("spare: no forecast of a threshold that available spare has passed, and one while it is only close to it", () => {
    const past = (percent: number) => ({ ...falls(120, 60, 50), spare: { percent, thresholdPercent: 10 } });
    const condemned = open("availableSpareForecast", "replace");
    const beside = (severity: Severity) => [condemned, open("availableSpare", severity)];
    expect(severityIn(judge(past(3), beside("replace")), condemned.rule)).toBeUndefined();
    expect(severityIn(judge(past(10), beside("watch")), condemned.rule)).toBe("replace");
    expect(severityIn(judge(past(3), [condemned]), condemned.rule), "it is not judged there").toBe("replace");
  });

  it.each<[string, OpenCondition, Partial<PastFacts>, Partial<PastFacts>]>([
    [
      "self-test: an extended one passed",
      open("selfTestFailed", "replace"),
      { selfTests: tests("10", "27") },
      { selfTests: tests("20", "27") },
    ],
    [
      "namespace: read-only no more",
      open("namespaceWriteProtected", "watch"),
      { readOnlyNamespaces: 1 },
      { readOnlyNamespaces: 0 },
    ],
    ["dies: back", open("mediaDiesOffline", "watch"), { dies: { offline: 1 } }, { dies: { offline: 0 } }],
    [
      "group: bits clear",
      open("enduranceGroupWarning", "replace"),
      { enduranceGroupWarning: 4 },
      { enduranceGroupWarning: 0 },
    ],
    [
      "amplification: 3 times the others'",
      open("writeAmplification", "watch"),
      { amplification: { value: 6.1, median: 2 } },
      { amplification: { value: 6, median: 2 } },
    ],
  ])("%s, ends", (_, condition, within, past) => {
    expect(severityIn(judge(within, [condition]), condition.rule)).toBe(condition.severity);
    expect(severityIn(judge(past, [condition]), condition.rule)).toBeUndefined();
  });

  it("of a capacitor stays below 90 % of others, and ends a week after", () => {
    const watched = open("capacitorHealth", "watch");
    const at = (value: number) => ({ capacitor: { value, median: 100, fellPercent: 0 } });
    expect(judge(at(89.9), [watched])[0]?.clearingSinceMs).toBeUndefined();
    expect(judge(at(90), [watched])).toMatchObject([{ severity: "watch", clearingSinceMs: nowMs }]);
    expect(judge(at(90), [{ ...watched, clearingSinceMs: nowMs - 7 * dayMs }])).toEqual([]);
  });

  it("of a write-protected namespace is a failure where the media is read-only", () => {
    const readOnly = open("criticalWarning.readOnly", "failed");
    expect(severityIn(judge({ readOnlyNamespaces: 1 }, [readOnly]), "namespaceWriteProtected")).toBe("failed");
  });

  it("falls to the grade that still holds once the worse one was clear for long enough", () => {
    const condemned = open("wearForecast", "replace");
    expect(judge(forecast(110, "writeProtect"), [condemned])).toMatchObject([
      { severity: "replace", clearingSinceMs: nowMs },
    ]);
    const clear = { ...condemned, clearingSinceMs: nowMs - 14 * dayMs };
    expect(judge(forecast(110, "writeProtect"), [clear])).toEqual([
      { rule: "wearForecast", severity: "watch", value: 110, threshold: 365, unit: "days" },
    ]);
  });

  it("stays with the errors that were there before, until a person saw it", () => {
    const old = { firstSight: { mediaErrors: 3n, atMs: nowMs - 90 * dayMs } };
    const seen = open("mediaErrorsBefore", "watch", {
      value: 3,
      unit: "errors",
      acknowledged: { severity: "watch", untilValue: 3 },
    });
    expect(said(judge(old, [seen]))).toEqual(["mediaErrorsBefore watch"]);
    expect(said(judge({ firstSight: undefined }, [seen]))).toEqual(["mediaErrorsBefore watch"]);
  });

  it("is over, of errors from before, where samples that arrive late show that there were none", () => {
    const wrong = open("mediaErrorsBefore", "watch", { value: 3, unit: "errors" });
    expect(said(judge({ firstSight: { mediaErrors: 0n, atMs: nowMs - 90 * dayMs } }, [wrong]))).toEqual([]);
  });

  it("stays without power for long while media errors grow", () => {
    const back = { absences: [{ endedAtMs: nowMs - 20 * dayMs, days: 100 }] };
    const errors = open("mediaErrors", "watch");
    expect(severityIn(judge(back, [errors]), "unpoweredLong")).toBe("watch");
    expect(severityIn(judge(back), "unpoweredLong")).toBeUndefined();
  });

  it("stays where nothing tells of it any more, for every rule", () => {
    const untold: PastFacts = { nowMs, limits: UNEVENTFUL.limits, growth: {} };
    for (const { id, judgedBy, by, grades } of HEALTH_RULES) {
      if (judgedBy !== "worker" || by === "nothing") continue;
      const condition = open(id, grades[0]?.severity ?? "watch", { value: 7 });
      expect(judgePast(untold, [condition]), id).toEqual([condition]);
      expect(judgePast(untold, [condition], settingsOf([{ rule: id, grades: "off" }])), id).toEqual([]);
    }
  });

  it("is not broken into by a gap: what lies between is not known", () => {
    const [early, late] = [samples(60, 345), samples(5, 345)];
    const gap = [...early.slice(0, 30), ...late];
    expect(judge({ recent: gap })).toEqual([]);
    expect(judge({ recent: [] }, [open("warningTemperature", "watch")])).toEqual([open("warningTemperature", "watch")]);
  });
});

it("says nothing of its own where another rule says more", () => {
  const hot = { recent: samples(60, 360) };
  expect(said(judge(hot, [open("criticalTemperature", "watch")]))).toEqual([]);
});

it("never judges a rule that says which facts it lacks", () => {
  const lacking = HEALTH_RULES.filter(({ needs }) => needs !== undefined);
  expect(lacking.map(({ by }) => by)).toEqual(lacking.map(() => "nothing"));
  expect(lacking.map(({ id }) => id).toSorted()).toEqual([
    "agentOutdated",
    "clockSkew",
    "controllerFatal",
    "failSlow",
    "firmwarePending",
    "identityChanged",
    "linkDegraded",
    "noRecentSample",
    "sensorOutlier",
  ]);
});

it("condemns nothing for how high a counter stands", () => {
  const totals = {
    mediaErrors: 2n ** 100n,
    unsafeShutdowns: 2n ** 100n,
    warningTemperatureMinutes: 1e9,
    spareFalls: 90,
  };
  expect(judge({ totals })).toEqual([]);
});
