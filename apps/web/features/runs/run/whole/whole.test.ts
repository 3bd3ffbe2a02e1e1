import { describe, expect, it } from "vitest";
import { layOut } from "@/charts/prepare/plot-scene";
import { builtInSteps, complete, measuredRun } from "../testing/measured-run";
import { lastWords } from "./consistency-words";
import { isSaturating, longPoints } from "./long-points";
import { scatterOfLast, scatterOfSeconds } from "./prepare-scatter";
import { latencyOver, rateOver, type Whole } from "./prepare-whole";

const bin = {
  ...{ second: 0, seconds: 60, iops: 200, bytesPerSecond: 819_200, iopsLow: 100, iopsHigh: 300 },
  ...{ bytesWritten: 49_152_000, latencyNsMean: 1e6, latencyNsMax: 9e6 },
};
const gap = {
  iops: null,
  bytesPerSecond: null,
  iopsLow: null,
  iopsHigh: null,
  latencyNsMean: null,
  latencyNsMax: null,
};
const whole: Whole = {
  binSeconds: 60,
  bins: [
    bin,
    { ...bin, ...gap, second: 60, seconds: 0 },
    { ...bin, second: 120, seconds: 30, bytesWritten: 73_728_000 },
  ],
  consistency: {
    ...{
      kind: "consistency",
      method: "consistency",
      basis: { seconds: 90, missingSeconds: 60 },
      mean: 200,
      deviation: 50,
    },
    relative: { kind: "relative", coefficientOfVariation: 0.25, shareBelowHalfMean: 0 },
    last: { kind: "tooLittle", of: "seconds", needs: 200, has: 150 },
  },
  drawn: [{ second: 3, iops: 100 }],
  last: [100, null, 300],
  ending: { kind: "tooLittle", of: "seconds", needs: 1200, has: 90 },
  truncated: false,
};

describe("longPoints", () => {
  it("has points of half an hour and more, and none of rounds, searches or open loops", () => {
    const of = (plan: string) => longPoints(measuredRun(builtInSteps(plan), () => complete({ iops: 1 })).points);
    expect(of("hardwareinfo-2015-steady-state").map(isSaturating)).toEqual([true, true]);
    expect(of("snia-pts-e-write-saturation")).toHaveLength(1);
    expect(of("act"), "its confirmation takes two hours").toEqual([]);
    expect(of("snia-pts-e-iops")).toEqual([]);
    expect(of("anandtech-2017-mixed")).toEqual([]);
  });
});

describe("the charts of a whole point", () => {
  it("run along time with the ends of the seconds, and have gaps where nothing arrived", () => {
    const { series, note } = rateOver(whole, "time", "iops", "red");
    expect(note).toBe("in parts of 1\u2009min");
    expect(series[0]?.points).toMatchObject([
      { x: 0, y: 200, low: 100, high: 300, details: ["49.15\u2009MB written by then"] },
      { x: 60_000, y: null, gap: "These seconds did not arrive." },
      { x: 120_000, y: 200 },
    ]);
    expect(series[0]?.points[2]?.details, "the end may be shorter").toHaveLength(1);
  });

  it("run along what was written, and name no ends of a throughput", () => {
    const { series, x } = rateOver(whole, "written", "mbs", "red");
    expect(series[0]?.points[0]).toMatchObject({ x: 49_152_000, y: 819_200 });
    expect(series[0]?.points[0]).not.toHaveProperty("low");
    expect(x.title).toBe("Written (GB)");
    expect(latencyOver(whole, "time", ["a", "b"]).series.map(({ points }) => points[0]?.y)).toEqual([1e6, 9e6]);
  });
});

describe("the scatter of the seconds", () => {
  it("says how many of them are drawn, and where the last ones stand", () => {
    expect(scatterOfSeconds(whole, "red").note).toBe("1 of 90 seconds drawn: of each part the slowest and the fastest");
    const { points = [] } = scatterOfLast(whole, "red").series[0] ?? {};
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      [147, 100],
      [148, null],
      [149, 300],
    ]);
    const { x } = layOut(scatterOfLast(whole, "red"), { width: 600, height: 240 });
    expect(x.min, "the axis begins where they do").toBeGreaterThan(100);
  });

  it("says of a point that lasted longer than what is read of it, of which time the last seconds are", () => {
    const basis = (seconds: number) => ({ basis: { seconds, missingSeconds: 10 } });
    const words = (seconds: number) => lastWords(basis(seconds), "200 s").replaceAll("\u2009", " ");
    expect([words(10_000), words(86_390)]).toEqual(["the last 200 s", "the last 200 s of the first 24 h"]);
  });
});
