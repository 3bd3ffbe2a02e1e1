import { describe, expect, it } from "vitest";
import { measureOf, percentText } from "./measure.ts";

const words = (text: string) => text.replaceAll("\u2009", " ");

describe("measureOf", () => {
  it("names quantity and unit, once where they are one word", () => {
    expect(measureOf("iops", [1e6]).title).toBe("IOPS");
    expect(measureOf("latencyNsP999", [2e4, 9e4]).title).toBe("p99.9 latency (µs)");
    expect(measureOf("bytesPerSecond", [2e10]).unit).toBe("GB/s");
    expect(words(measureOf("iopsPerCpu", []).quantity(250_000).text)).toBe("250,000 IOPS/CPU");
  });

  it("says that a figure is times the baseline, or a difference from it", () => {
    expect(words(measureOf("iops", [], "relative").quantity(8.4609).text)).toBe("8.46 ×");
    expect(measureOf("iops", [], "percent").title).toBe("IOPS, difference from the baseline (%)");
  });
});

it("writes a difference with its sign, and none where it rounds to nothing", () => {
  expect([12.34, -3.2, 0.04, -0.04, 245.6, 7381.4, 3].map((value) => percentText(value).value)).toEqual([
    "+12.3",
    "−3.2",
    "0",
    "0",
    "+246",
    "+7,381",
    "+3.0",
  ]);
});
