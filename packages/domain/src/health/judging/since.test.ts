import { describe, expect, it } from "vitest";
import type { OpenCondition } from "../condition.ts";
import type { Growth, PastFacts, WatchedCounter } from "../past/past-facts.ts";
import { judgePast } from "./judge.ts";
import { dayMs, hourMs, minuteMs, nowMs, UNEVENTFUL } from "./testing.ts";

const judge = (change: Partial<PastFacts>, open: readonly OpenCondition[] = []) =>
  judgePast({ ...UNEVENTFUL, ...change }, open);

/** Rule and severity of what is found, and how many hours ago it began; undefined where nothing tells. */
const sinceOf = (change: Partial<PastFacts>, open: readonly OpenCondition[] = []) =>
  judge(change, open).map(({ rule, severity, sinceMs }) => [
    `${rule} ${severity}`,
    sinceMs === undefined ? undefined : (nowMs - sinceMs) / hourMs,
  ]);

const grew = (counter: WatchedCounter, ...parts: readonly (readonly [daysAgo: number, by: number])[]) => ({
  growth: {
    ...UNEVENTFUL.growth,
    [counter]: parts.map(([daysAgo, by]): Growth => ({ atMs: nowMs - daysAgo * dayMs, by })),
  },
});

describe("growth holds since the part by which its grade was reached", () => {
  it.each<[string, Partial<PastFacts>, [string, number]]>([
    ["the first of all", grew("mediaErrors", [14, 1], [2, 3]), ["mediaErrors watch", 14 * 24]],
    ["one that makes it worse", grew("mediaErrors", [14, 4], [5, 7], [2, 3]), ["mediaErrors replace", 5 * 24]],
    ["three within a week", grew("unsafeShutdowns", [6, 1], [4, 1], [3, 1]), ["unsafeShutdowns watch", 3 * 24]],
    // It was reached three weeks ago, and has not been quiet for 30 days since.
    ["before its window", grew("mediaErrors", [21, 1], [3, 1]), ["mediaErrors watch", 21 * 24]],
    ["after a quiet time", grew("mediaErrors", [60, 1], [30, 1], [3, 1]), ["mediaErrors watch", 30 * 24]],
    ["not by what was too little then", grew("unsafeShutdowns", [20, 2], [1, 3]), ["unsafeShutdowns watch", 24]],
    ["until a person saw it", grew("counterFalls", [80, 1], [1, 1]), ["counterWentBackwards watch", 80 * 24]],
  ])("%s", (_, change, expected) => {
    expect(sinceOf(change)).toEqual([expected]);
  });
});

it("a series holds since it began, without a gap", () => {
  const samples = (from: number, to: number, temperatureKelvin: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => ({
      timeMs: nowMs - (from - index) * minuteMs,
      temperatureKelvin,
      criticalWarning: 0,
    }));
  expect(sinceOf({ recent: samples(30, 0, 345) })).toEqual([["warningTemperature watch", 0.5]]);
  expect(sinceOf({ recent: [...samples(60, 16, 342), ...samples(15, 0, 343)] })).toEqual([
    ["warningTemperature watch", 0.25],
  ]);
  expect(sinceOf({ recent: [...samples(60, 45, 345), ...samples(12, 0, 345)] })).toEqual([
    ["warningTemperature watch", 0.2],
  ]);
});

describe("a reading holds since the first of those before that reach its grade, in a row", () => {
  const rates = (...drivesPerDay: readonly (number | undefined)[]) => ({
    drivesPerDay30: drivesPerDay.at(-1),
    drivesPerDay30Before: drivesPerDay.map((each, index) => ({
      atMs: nowMs - (drivesPerDay.length - 1 - index) * dayMs,
      drivesPerDay: each,
    })),
  });

  it.each<[string, Partial<PastFacts>, number | undefined]>([
    ["days of writes", rates(0.9, 1, 1.1, 1.2, 1.3), 48],
    ["all of them", rates(1.1, 1.2), 24],
    ["a dip in between", rates(1.2, 1.2, 0.99, 1.1), 0],
    ["days of which too little is known", rates(1.2, undefined, 1.3, 1.1), 24],
    ["no day before", { drivesPerDay30: 1.1 }, undefined],
  ])("%s", (_, change, hours) => {
    expect(sinceOf(change)).toEqual([["writesAboveRating watch", hours]]);
  });

  it("errors that were there at first sight, and power that came back", () => {
    const firstSight = { mediaErrors: 3n, atMs: nowMs - 90 * dayMs };
    expect(sinceOf({ firstSight })).toEqual([["mediaErrorsBefore watch", 90 * 24]]);
    const absences = [{ endedAtMs: nowMs - 3 * dayMs, days: 100 }];
    expect(sinceOf({ absences })).toEqual([["unpoweredLong watch", 3 * 24]]);
  });
});

it("says nothing of when what is open began, and nothing where nothing tells", () => {
  const watched: OpenCondition = { rule: "mediaErrors", severity: "watch", value: 1, threshold: 1, unit: "errors" };
  expect(sinceOf(grew("mediaErrors", [14, 1], [2, 30]), [watched])).toEqual([["mediaErrors replace", undefined]]);
  expect(sinceOf({ dies: { offline: 1, tolerance: 2 } })).toEqual([["mediaDiesOffline watch", undefined]]);
});
