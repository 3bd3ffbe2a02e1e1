import { expect, it } from "vitest";
import { temperaturePlot, wearPlot } from "./spread-plots";

const readings = (some: Partial<Parameters<typeof temperaturePlot>[0]>): Parameters<typeof temperaturePlot>[0] => ({
  celsius: { belowLimits: [{ value: 40, count: 3 }], warning: [{ value: 66, count: 1 }], critical: [] },
  limits: {
    warning: [
      { value: 62, count: 1 },
      { value: 70, count: 3 },
    ],
    critical: [{ value: 75, count: 4 }],
  },
  percentagesUsed: [
    { value: 99, count: 2 },
    { value: 100, count: 1 },
  ],
  ...{ hottest: [], mostWorn: [], fastestWearing: [], asOf: undefined },
  ...some,
});

it("marks where the limits of drives begin, in the same degrees as their temperatures", () => {
  const plot = temperaturePlot(readings({}));
  expect(plot?.lines?.map(({ label, from }) => [label, plot.x.categories?.[Math.ceil(from.x ?? 0)]])).toEqual([
    ["first warning 62", "62–63"],
    ["critical 75", "74–75"],
  ]);
  expect(plot?.series.map(({ label }) => label)).toEqual(["Below its own limits", "At its own warning limit or above"]);
});

it("is nothing where no drive has told a temperature, or how worn it is", () => {
  expect(temperaturePlot(readings({ celsius: { belowLimits: [], warning: [], critical: [] } }))).toBeUndefined();
  expect(wearPlot(readings({ percentagesUsed: [] }))).toBeUndefined();
});

it("tells drives past their rating apart, from the rating itself on", () => {
  const plot = wearPlot(readings({}));
  const bars = plot?.series.map(({ label, points }) => [label, points.flatMap(({ y, id }) => (y ? [id] : []))]);
  expect(bars).toEqual([
    ["Within its rating", ["95-99"]],
    ["Rating used up", ["100-104"]],
  ]);
  expect(plot?.series[1]?.points.length, "nothing is said of it where no drive is").toBe(1);
});
