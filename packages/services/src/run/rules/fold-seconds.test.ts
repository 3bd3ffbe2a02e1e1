import type { WholeSecond } from "@crosspoint/db/queries/whole-point";
import { describe, expect, it } from "vitest";
import { drawnSeconds, endingOf, foldSeconds, iopsBySecond } from "./fold-seconds.ts";

const at = (second: number, operations: number, more: Partial<WholeSecond> = {}): WholeSecond => ({
  second,
  operations,
  elapsedNs: 1e9,
  bytes: operations * 4096,
  bytesWritten: operations * 4096,
  latencyNsMean: 1000,
  latencyNsMax: 5000,
  ...more,
});
const seconds = (count: number, rate: (second: number) => number) =>
  Array.from({ length: count }, (_, second) => at(second, rate(second)));

describe("foldSeconds", () => {
  it("keeps each second of a short point, and a minute of a day", () => {
    expect(foldSeconds(seconds(1440, () => 10))).toMatchObject({ binSeconds: 1, bins: { length: 1440 } });
    expect(foldSeconds(seconds(1441, () => 10)).binSeconds).toBe(2);
    const day = foldSeconds([at(0, 10), at(86_399, 10)]);
    expect([day.binSeconds, day.bins.length]).toEqual([60, 1440]);
  });

  it("divides operations by the time that arrived, and names the slowest and the fastest second", () => {
    // 1,442 s fold into pairs: the first of 100 and 300 operations.
    const rates = [at(0, 100), at(1, 300, { latencyNsMean: 3000, latencyNsMax: 9000 }), at(1441, 50)];
    const { bins } = foldSeconds(rates);
    expect(bins[0]).toEqual({
      second: 0,
      seconds: 2,
      iops: 200,
      bytesPerSecond: 200 * 4096,
      iopsLow: 100,
      iopsHigh: 300,
      bytesWritten: 400 * 4096,
      // (100 x 1,000 + 300 x 3,000) / 400
      latencyNsMean: 2500,
      latencyNsMax: 9000,
    });
    expect(bins[1], "a gap is no zero").toMatchObject({ seconds: 0, iops: null, latencyNsMean: null });
    expect(bins.at(-1)).toMatchObject({ second: 1440, seconds: 1, iops: 50, bytesWritten: 450 * 4096 });
  });

  it("leaves out the cut-off end, whose rate is noise and would be a bin's fastest second, or a bin", () => {
    const cut = (second: number) => at(second, 30, { elapsedNs: 3e6 });
    const pairs = seconds(1442, () => 10);
    expect(foldSeconds([...pairs, cut(1442)])).toEqual(foldSeconds(pairs));
    expect(foldSeconds([...pairs.slice(0, 1441), cut(1441)]).bins.at(-1)).toMatchObject({ seconds: 1, iopsHigh: 10 });
  });

  it("has a stall as zero, without a latency", () => {
    const stall = at(0, 0, { latencyNsMean: undefined, latencyNsMax: undefined });
    expect(foldSeconds([stall]).bins).toMatchObject([{ iops: 0, latencyNsMean: null, latencyNsMax: null }]);
    expect(foldSeconds([])).toEqual({ binSeconds: 1, bins: [] });
  });
});

describe("endingOf", () => {
  it("is the mean of the last twenty minutes, and of nothing shorter", () => {
    const run = seconds(1300, (second) => (second < 100 ? 1000 : second < 700 ? 10 : 30));
    // 600 s of 10 and 600 s of 30.
    expect(endingOf(run)).toEqual({ kind: "mean", seconds: 1200, iops: 20, bytesPerSecond: 20 * 4096 });
    expect(endingOf(seconds(1199, () => 10))).toMatchObject({ kind: "tooLittle", needs: 1200, has: 1199 });
    expect(endingOf(run.filter(({ second }) => second !== 500))).toMatchObject({ kind: "tooLittle", has: 1199 });
    expect(endingOf([])).toMatchObject({ kind: "tooLittle", has: 0 });
  });
});

describe("iopsBySecond", () => {
  it("has null where a second did not arrive, and leaves out the cut-off end", () => {
    const cut = at(4, 1, { elapsedNs: 3e6 });
    expect(iopsBySecond([at(0, 10), at(3, 30, { elapsedNs: 2e9 }), cut])).toEqual([10, null, null, 15]);
    expect(iopsBySecond([])).toEqual([]);
  });
});

describe("drawnSeconds", () => {
  it("draws all while they are few, and then each part's slowest and fastest", () => {
    const rates = Array.from({ length: 100 }, (_, second) => (second === 37 ? 1 : second === 12 ? 900 : 100 + second));
    expect(drawnSeconds(rates, 100)).toHaveLength(100);
    const drawn = drawnSeconds(rates, 20);
    expect(drawn).toHaveLength(20);
    expect(drawn).toContainEqual({ second: 37, iops: 1 });
    expect(drawn).toContainEqual({ second: 12, iops: 900 });
    expect(drawn.map(({ second }) => second)).toEqual(drawn.map(({ second }) => second).toSorted((a, b) => a - b));
    expect(drawnSeconds([null, 5, null], 2)).toEqual([{ second: 1, iops: 5 }]);
  });
});
