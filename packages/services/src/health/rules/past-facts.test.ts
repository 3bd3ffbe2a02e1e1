import type { WearDayRow } from "@crosspoint/db/queries/health-past";
import { judgePast } from "@crosspoint/domain";
import type { SmartLog } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import { type JudgedDrive, pastFactsOf } from "./past-facts.ts";

const dayMs = 86_400_000;
const start = Date.UTC(2026, 9, 1);

/** A day for each figure: the least spare of it. */
const days = (spares: readonly number[]): WearDayRow[] =>
  spares.map((minSparePercent, day) => ({
    driveId: "d",
    time: new Date(start + day * dayMs),
    firstAt: new Date(start + day * dayMs),
    lastAt: new Date(start + day * dayMs + dayMs / 2),
    firstPowerOnHours: day * 24,
    lastPowerOnHours: day * 24 + 12,
    maxPercentageUsed: 3,
    minSparePercent,
    unitsIncrease: "0",
    unitsLast: "1",
    resets: 0,
    coveredMs: dayMs,
  }));

const factsOf = (spares: readonly number[]) => {
  const rows = days(spares);
  const log = { availableSparePercent: spares.at(-1), availableSpareThresholdPercent: 10 } as SmartLog;
  const drive = { model: "ACME", firmware: "1", sampledAt: rows.at(-1)?.lastAt ?? null, log } as JudgedDrive;
  const read = {
    parts: [],
    firstMediaErrors: undefined,
    recent: undefined,
    warm: undefined,
    days: rows,
    dayBefore: undefined,
    logs: undefined,
  };
  return pastFactsOf({ ...drive, log: { ...log, ...counters } }, read, []);
};
const counters = {
  mediaErrors: "0",
  unsafeShutdowns: "0",
  powerOnHours: "100",
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
};
const judged = (spares: readonly number[]) =>
  judgePast(factsOf(spares), []).map(({ rule, value, total }) => `${rule} ${value} of ${total}`);

it.each<[string, number[], string[]]>([
  ["to and fro between two figures", [100, 99, 100, 99, 100, 99, 100, 99], []],
  ["one percent, and up again", [100, 100, 99, 100, 100], []],
  ["two percents, one after the other", [100, 99, 99, 98], ["availableSpareSlope 2 of 2"]],
  ["two percents, with a better day between", [100, 99, 100, 98], ["availableSpareSlope 2 of 2"]],
  ["two in a day", [97, 97, 95], ["availableSpareSlope 2 of 5"]],
])("spare that falls: %s", (_, spares, expected) => {
  expect(judged(spares)).toEqual(expected);
});
