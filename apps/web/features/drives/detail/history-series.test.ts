import { describe, expect, it } from "vitest";
import { type HistorySample, rateSamples } from "./history-series";

const minuteMs = 60_000;
const sample = (minute: number, dataUnitsWritten: bigint): HistorySample => ({
  time: new Date(minute * minuteMs),
  minTemperatureKelvin: 300,
  maxTemperatureKelvin: 302,
  temperatureKelvin: 301,
  percentageUsed: 1,
  dataUnitsRead: 0n,
  dataUnitsWritten,
  mediaErrors: 0n,
});
const rates = (...samples: HistorySample[]) => rateSamples(samples, "dataUnitsWritten", 2.5 * minuteMs);

describe("rateSamples", () => {
  it("is the growth in bytes over the seconds between two samples", () => {
    // 60 data units x 512 000 B in 60 s.
    expect(rates(sample(0, 100n), sample(1, 160n))).toEqual([{ timeMs: minuteMs, value: 512_000 }]);
  });

  it("says nothing across missing samples or a counter that was set back", () => {
    expect(rates(sample(0, 100n), sample(3, 160n))).toEqual([]);
    expect(rates(sample(0, 100n), sample(1, 40n))).toEqual([]);
  });

  it("goes on through 2^128", () => {
    expect(rates(sample(0, 2n ** 128n - 30n), sample(1, 30n))).toEqual([{ timeMs: minuteMs, value: 512_000 }]);
  });
});
