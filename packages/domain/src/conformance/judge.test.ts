import { describe, expect, it } from "vitest";
import { countVerdicts, judgeRated, type MeasuredPoint, type RatedVerdict } from "./judge.ts";
import type { RatedCheck, RatedFigure } from "./rated-figure.ts";

const check = (figure: Partial<RatedFigure>): RatedCheck => ({
  figure: {
    key: "k",
    label: "K",
    metric: "iops",
    value: 550_000,
    unit: "iops",
    bound: "exact",
    workload: {},
    ...figure,
  },
  stepPath: [1],
});
const million = { operations: 1_000_000, iops: 0, bytesPerSecond: 0 };
const point = (direction: Partial<MeasuredPoint["directions"][number]>, more: Partial<MeasuredPoint> = {}) => ({
  sequence: 3,
  stepPath: [1],
  state: "complete",
  directions: [{ direction: "read" as const, ...million, ...direction }],
  ...more,
});
const verdict = (figure: Partial<RatedFigure>, ...points: MeasuredPoint[]): RatedVerdict | undefined =>
  judgeRated([check(figure)], points)[0]?.verdict;

describe("judgeRated", () => {
  it("takes a rate for a least: met at the rated value, missed by what is lacking of it", () => {
    expect(verdict({}, point({ iops: 550_000 }))).toEqual({
      kind: "met",
      measured: 550_000,
      betterPercent: 0,
      sequence: 3,
    });
    expect(verdict({}, point({ iops: 495_000 }))).toEqual({
      kind: "missed",
      measured: 495_000,
      worsePercent: 10,
      sequence: 3,
    });
    // 2,400 MB/s are 2.4e9 bytes a second; 2,400 MiB/s would be 2.5e9.
    const rate = { metric: "bytesPerSecond", value: 2.4e9, unit: "bytes/s" } as const;
    expect(verdict(rate, point({ bytesPerSecond: 2.46e9 }))).toMatchObject({ kind: "met", betterPercent: 2.5 });
  });

  it('takes a latency for a most, and "below" for less than it', () => {
    const mean = { metric: "latencyNsMean", value: 20_000, unit: "ns" } as const;
    expect(verdict(mean, point({ latencyNsMean: 20_000 }))?.kind).toBe("met");
    expect(verdict(mean, point({ latencyNsMean: 25_000 }))).toMatchObject({ kind: "missed", worsePercent: 25 });
    const typical = { metric: "latencyNsP50", value: 10_000, unit: "ns", bound: "just_under" } as const;
    expect(verdict(typical, point({ latencyNsP50: 10_000 }))).toMatchObject({ kind: "missed", worsePercent: 0 });
    expect(verdict(typical, point({ latencyNsP50: 9_000 }))).toMatchObject({ kind: "met", betterPercent: 10 });
  });

  it("adds reads and writes of a mix", () => {
    const mixed = point({ iops: 400_000 });
    const both = [...mixed.directions, { direction: "write" as const, ...million, iops: 160_000 }];
    expect(verdict({}, { ...mixed, directions: both })).toMatchObject({ kind: "met", measured: 560_000 });
  });

  it("counts the best of several points", () => {
    const points = [point({ iops: 500_000 }), point({ iops: 560_000 }, { sequence: 4 })];
    expect(verdict({}, ...points)).toMatchObject({ kind: "met", sequence: 4 });
    const mean = { metric: "latencyNsMean", value: 20_000, unit: "ns" } as const;
    const latencies = [point({ latencyNsMean: 80_000 }), point({ latencyNsMean: 15_000 }, { sequence: 4 })];
    expect(verdict(mean, ...latencies)).toMatchObject({ kind: "met", sequence: 4 });
  });

  it("judges no percentile that too few samples carry", () => {
    const tail = { metric: "latencyNsP99999", value: 60_000, unit: "ns" } as const;
    expect(verdict(tail, point({ latencyNsP99999: 50_000 }))?.kind).toBe("met");
    expect(verdict(tail, point({ latencyNsP99999: 50_000, operations: 900_000 }))).toEqual({
      kind: "notJudged",
      measured: 50_000,
      reason: "Only 9 samples above p99.999: indicative only.",
      sequence: 3,
    });
    expect(verdict(tail, point({ operations: 99_999 }))).toEqual({
      kind: "notMeasured",
      reason: "p99.999 needs at least 100,000 samples; there are 99,999.",
    });
  });

  it('promises nothing of a capacity where a family is rated "up to"', () => {
    expect(verdict({ bound: "at_most" }, point({ iops: 300_000 }))).toMatchObject({ kind: "notJudged" });
    expect(verdict({ bound: "at_most" }, point({ iops: 551_000 }))?.kind).toBe("met");
  });

  it("says why a figure has no measurement", () => {
    const failed = point({}, { state: "failed", reason: "I/O error", directions: [] });
    expect(verdict({}, failed)).toEqual({ kind: "notMeasured", reason: "I/O error" });
    expect(verdict({}, point({}, { state: "pending", directions: [] }))).toEqual({
      kind: "notMeasured",
      reason: "Not measured yet.",
    });
    expect(verdict({}, point({ iops: 1 }, { stepPath: [2] }))).toMatchObject({ kind: "notMeasured" });
    const none: RatedCheck = { figure: check({}).figure, notMeasured: "Reads only." };
    const judged = judgeRated([none], []);
    expect(judged[0]?.verdict).toEqual({ kind: "notMeasured", reason: "Reads only." });
    expect(countVerdicts(judged)).toEqual({ met: 0, missed: 0, notJudged: 0, notMeasured: 1 });
  });
});
