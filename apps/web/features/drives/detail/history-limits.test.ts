import { expect, it } from "vitest";
import { temperatureLimits, usedLimits } from "./history-limits";

const none = {
  warningKelvin: undefined,
  criticalKelvin: undefined,
  writeLimitPercent: undefined,
  sparePercent: undefined,
};

it("has the temperatures that the drive tells, and none for zero, which is not reported", () => {
  expect(temperatureLimits({ ...none, warningKelvin: 343, criticalKelvin: 0 })).toEqual([
    { value: 343, label: expect.stringMatching(/^Warning 70.°C$/), color: "var(--watch)" },
  ]);
  expect(temperatureLimits({ ...none, criticalKelvin: 353 })).toEqual([
    { value: 353, label: expect.stringMatching(/^Critical 80.°C$/), color: "var(--failed)" },
  ]);
  expect(temperatureLimits(none)).toEqual([]);
});

it("draws the end of wear from 60 % of it on", () => {
  const optane = { ...none, writeLimitPercent: 105 };
  expect(usedLimits(optane, [3, 59])).toEqual([]);
  expect(usedLimits(optane, [61, 62]).map(({ value }) => value)).toEqual([100]);
  expect(usedLimits(optane, [63]).map(({ value }) => value)).toEqual([100, 105]);
  expect(usedLimits(none, [120]).map(({ value }) => value)).toEqual([100]);
});
