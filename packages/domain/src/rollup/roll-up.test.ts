import { describe, expect, it } from "vitest";
import { counterDays, counterHours, gaugeDays, gaugeHours } from "./roll-up.ts";
import { counterOf, counterVectors, gaugeVectors } from "./testing/vectors.ts";

const counters = (arrivals: readonly (readonly [string, string])[]) =>
  arrivals.map(([time, value]) => ({ timeMs: Date.parse(time), value: BigInt(value) }));
const gauges = (arrivals: readonly (readonly [string, number | null])[]) =>
  arrivals.map(([time, value]) => ({ timeMs: Date.parse(time), value }));

function byTime<R, T>(rows: Readonly<Record<string, R>>, read: (row: R) => T): Map<number, T> {
  return new Map(Object.entries(rows).map(([time, row]) => [Date.parse(time), read(row)]));
}

describe("the rollup of counters", () => {
  it.each(counterVectors)("$name: $why", ({ input: { arrivals, late }, expected }) => {
    const before = counterHours(counters(arrivals));
    const after = counterHours(counters(late === undefined ? arrivals : [...arrivals, late]));
    expect(after).toEqual(byTime(expected.hours, counterOf));
    if (expected.days) expect(counterDays(after)).toEqual(byTime(expected.days, counterOf));
    if (expected.hours_before === undefined) return;
    expect(before).toEqual(byTime(expected.hours_before, counterOf));
    const changed = [...after].filter(
      ([hour, row]) => JSON.stringify(plain(before.get(hour))) !== JSON.stringify(plain(row)),
    );
    expect(changed.map(([hour]) => hour)).toEqual(expected.changed_hours?.map((hour) => Date.parse(hour)));
  });

  it("adds up: the increases of all hours are the steps of the whole", () => {
    const samples = [100n, 140n, 10n, 60n, 100n, 130n].map((value, index) => ({ timeMs: index * 5_000_000, value }));
    const total = [...counterHours(samples).values()].reduce((sum, { increase }) => sum + increase, 0n);
    // 40, then set back to 10, then 50, 40 and 30.
    expect(total).toBe(170n);
  });
});

/** JSON has no wide integers. */
const plain = (row: object | undefined) => row && Object.entries(row).map(([key, value]) => [key, String(value)]);

describe("the rollup of gauges", () => {
  it.each(gaugeVectors)("$name: $why", ({ input: { arrivals, late }, expected }) => {
    const hours = gaugeHours(gauges(late === undefined ? arrivals : [...arrivals, late]));
    expect(hours).toEqual(byTime(expected.hours, (row) => row));
    if (expected.days) expect(gaugeDays(hours)).toEqual(byTime(expected.days, (row) => row));
  });
});
