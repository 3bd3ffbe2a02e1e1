import { expect, it } from "vitest";
import { absencesOf, type SampledTime } from "./absences.ts";

const dayMs = 86_400_000;
const day = (at: number, powerOnHours: number): SampledTime => ({
  firstAtMs: at * dayMs,
  lastAtMs: (at + 0.5) * dayMs,
  firstPowerOnHours: powerOnHours,
  lastPowerOnHours: powerOnHours + 12,
});

it.each<[string, SampledTime[], { endedAtMs: number; days: number }[]]>([
  ["nothing seen", [], []],
  ["every day", [day(0, 0), day(1, 24), day(2, 48)], []],
  [
    "100 days without a word and without an hour",
    [day(0, 0), day(100.5, 12)],
    [{ endedAtMs: 100.5 * dayMs, days: 100 }],
  ],
  ["100 days of a host that did not report", [day(0, 0), day(100.5, 12 + 2400)], []],
  ["40 of them with power", [day(0, 0), day(100.5, 12 + 960)], [{ endedAtMs: 100.5 * dayMs, days: 60 }]],
  ["a clock of the drive that was set back", [day(0, 500), day(100.5, 0)], [{ endedAtMs: 100.5 * dayMs, days: 100 }]],
])("%s", (_, times, expected) => {
  expect(absencesOf(times)).toEqual(expected);
});
