import { describe, expect, it } from "vitest";
import type { PlotAxis } from "./plot.ts";
import { axisTitle, drawAxis, fractionOf, valueAt } from "./plot-axis.ts";

const axis = (own: Partial<PlotAxis>): PlotAxis => ({ title: "", scale: "linear", format: String, ...own });
const labels = (own: Partial<PlotAxis>, values: readonly number[], zoom?: { min: number; max: number }) =>
  drawAxis(axis(own), values, zoom).ticks.map(({ label }) => label);

describe("a linear axis", () => {
  it("begins at zero where amounts are drawn, and ends at a round value", () => {
    expect(drawAxis(axis({ fromZero: true }), [108_300, 584_800])).toMatchObject({ min: 0, max: 600_000 });
    expect(labels({ fromZero: true }, [108_300, 584_800])).toEqual(["0", "200,000", "400,000", "600,000"]);
  });

  it("reaches below zero where values do: a difference of -12 to 7 %", () => {
    expect(drawAxis(axis({ fromZero: true }), [-12, 7])).toMatchObject({ min: -15, max: 10 });
  });

  it("counts in its own unit: 2.4 GB/s has ticks of GB/s, 310 K of °C", () => {
    expect(labels({ fromZero: true, perUnit: 1e9 }, [2_395_340_800])).toEqual(["0", "0.5", "1", "1.5", "2", "2.5"]);
    expect(labels({ offset: 273 }, [303, 312])).toEqual(["30", "32", "34", "36", "38", "40"]);
  });

  it("has no tick between two drives", () => {
    expect(labels({ fromZero: true, whole: true }, [2])).toEqual(["0", "1", "2"]);
  });

  it("keeps a length for one value and for none", () => {
    expect(drawAxis(axis({}), [5]).max).toBeGreaterThan(5);
    expect(drawAxis(axis({ fromZero: true }), [0])).toMatchObject({ min: 0, max: 1 });
    expect(drawAxis(axis({}), [])).toMatchObject({ min: 0, max: 1 });
  });

  it("names round values inside a zoom, whose ends it keeps", () => {
    const zoom = { min: 103.7, max: 148.2 };
    expect(drawAxis(axis({}), [0, 1000], zoom)).toMatchObject(zoom);
    expect(labels({}, [0, 1000], zoom)).toEqual(["110", "120", "130", "140"]);
  });
});

describe("a logarithmic axis", () => {
  it("spans whole decades, with a line for each digit between, and has no zero", () => {
    const drawn = drawAxis(axis({ scale: "log10", perUnit: 1000 }), [0, 9_000, 720_300]);
    expect(drawn).toMatchObject({ min: 1_000, max: 1_000_000, logarithmic: true });
    expect(drawn.ticks.map(({ label }) => label)).toEqual(["1", "10", "100", "1,000"]);
    expect(drawn.minor.slice(0, 3)).toEqual([2_000, 3_000, 4_000]);
  });

  it("names 1, 2 and 5 where a zoom holds no two decades, and round values where it holds none of them", () => {
    expect(labels({ scale: "log10" }, [1, 1000], { min: 15, max: 90 })).toEqual(["20", "50"]);
    expect(labels({ scale: "log10" }, [1, 1000], { min: 21, max: 29 })).toEqual(["22", "24", "26", "28"]);
  });

  it("says at its title that its lengths are no amounts", () => {
    const latency = axis({ title: "p99 (µs)" });
    expect([axisTitle({ ...latency, scale: "log10" }), axisTitle(latency)]).toEqual([
      "p99 (µs), log scale",
      "p99 (µs)",
    ]);
  });

  it("shows zero a decade below the lowest where it is asked to and has one, with nothing to read between", () => {
    const own = { scale: "log10", withZero: true } as const;
    const drawn = drawAxis(axis(own), [0, 20, 900]);
    expect(drawn).toMatchObject({ min: 1, max: 1000, zeroAt: 1 });
    expect(drawn.ticks.map(({ label }) => label)).toEqual(["0", "10", "100", "1,000"]);
    expect(drawn.minor[0]).toBe(20);
    expect(drawAxis(axis(own), [20, 900])).toMatchObject({ min: 10, zeroAt: undefined });
    expect(labels(own, [0, 20, 900], { min: 15, max: 500 })).toEqual(["20", "50", "100", "200", "500"]);
  });

  it("doubles from tick to tick and ends at its data; a single value stands in the middle", () => {
    expect(labels({ scale: "log2" }, [1, 4, 256])).toEqual(["1", "2", "4", "8", "16", "32", "64", "128", "256"]);
    expect(drawAxis(axis({ scale: "log2" }), [16])).toMatchObject({ min: 8, max: 32 });
    expect(labels({ scale: "log2", tick: (bytes) => `${bytes / 1024} KiB` }, [512, 4096])).toEqual([
      "0.5 KiB",
      "1 KiB",
      "2 KiB",
      "4 KiB",
    ]);
  });
});

it("a moment alone stands between dates", () => {
  const at = Date.UTC(2026, 10, 20, 5, 12, 48);
  expect(labels({ scale: "time" }, [at])).toContain("11-20");
});

it("percentiles stand evenly by their nines", () => {
  const drawn = drawAxis(axis({ scale: "nines" }), [Math.log10(2), 5]);
  expect(drawn.ticks.map(({ label }) => label)).toEqual(["50", "90", "99", "99.9", "99.99", "99.999"]);
});

it("categories stand in the middle of their room", () => {
  const drawn = drawAxis(axis({ scale: "category", categories: ["a", "b", "c"] }), []);
  expect(drawn.ticks.map(({ label }) => label)).toEqual(["a", "b", "c"]);
  expect(drawn.ticks.map(({ value }) => fractionOf(drawn, value))).toEqual([1 / 6, 3 / 6, 5 / 6]);
});

it("a place leads back to its value on either kind of axis", () => {
  for (const ends of [
    { min: 10, max: 1000, logarithmic: true },
    { min: -5, max: 20, logarithmic: false },
  ]) {
    expect(valueAt(ends, fractionOf(ends, 17))).toBeCloseTo(17, 9);
  }
});
