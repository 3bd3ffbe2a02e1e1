import { THIN_SPACE } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { type HistorySample, rateSamples, resolutionText, temperatureSamples } from "./history-series";

const minuteMs = 60_000;
const sample = (minute: number, more: Partial<HistorySample>): HistorySample => ({
  time: new Date(minute * minuteMs),
  temperatureKelvin: { min: 300, max: 302, mean: 301 },
  percentageUsed: 1,
  availableSparePercent: 100,
  dataUnitsReadIncrease: 0n,
  dataUnitsWrittenIncrease: 0n,
  coveredMs: minuteMs,
  mediaErrors: 0n,
  ...more,
});
const rates = (...samples: HistorySample[]) => rateSamples(samples, "dataUnitsWrittenIncrease", 2.5 * minuteMs);

describe("rateSamples", () => {
  it("is the growth in bytes over the seconds that it took", () => {
    // 60 data units x 512 000 B in 60 s.
    expect(rates(sample(1, { dataUnitsWrittenIncrease: 60n }))).toEqual([{ timeMs: minuteMs, value: 512_000 }]);
  });

  it("says nothing across missing samples or of a first one", () => {
    expect(rates(sample(3, { dataUnitsWrittenIncrease: 60n, coveredMs: 3 * minuteMs }))).toEqual([]);
    expect(rates(sample(0, { coveredMs: 0 }))).toEqual([]);
  });

  it("takes growth that is wider than 128 bits", () => {
    const [rate] = rates(sample(1, { dataUnitsWrittenIncrease: 2n ** 129n }));
    expect(rate?.value).toBe((2 ** 129 * 512_000) / 60);
  });
});

describe("temperatureSamples", () => {
  it("leaves out intervals in which no sample told one", () => {
    expect(temperatureSamples([sample(0, {}), sample(1, { temperatureKelvin: undefined })])).toEqual([
      { timeMs: 0, value: 301, min: 300, max: 302 },
    ]);
  });
});

it.each([
  [{ from: "samples", intervalSeconds: 60, startsAtFirstSample: false }, "1 min per point, from samples"],
  [{ from: "hours", intervalSeconds: 21_600, startsAtFirstSample: false }, "6 h per point, from hourly values"],
  [
    { from: "days", intervalSeconds: 86_400, startsAtFirstSample: true },
    "1 d per point, from daily values; starts at the first sample",
  ],
] as const)("says how fine a history is: %j", (resolution, expected) => {
  expect(resolutionText(resolution).replaceAll(THIN_SPACE, " ")).toBe(expected);
});
