import { describe, expect, it } from "vitest";
import { simulator } from "../testing/autocorrelated.ts";
import { expectNear, golden, shared } from "../testing/vectors.ts";
import { CHANGE_RUNS_MAX, type Changes, changesOf } from "./changes.ts";
import { bestSplit } from "./e-divisive.ts";

interface Input {
  readonly runs: number[];
  readonly p_max: number;
  readonly p_max_weak: number;
  readonly min_segment: number;
  readonly min_relative_change: number;
}

interface Expected {
  readonly verdict: "changed" | "unchanged" | "insufficient";
  readonly weak: number[];
  readonly changes: {
    readonly index: number;
    readonly mean_before: number;
    readonly mean_after: number;
    readonly relative_change: number;
    readonly t: number | null;
    readonly degrees_of_freedom: number | null;
    readonly p: number;
  }[];
}

const vectors = [...golden<Input, Expected>("change"), ...shared<Input, Expected>("change")];

it.each(vectors)("change, $name", ({ input, expected }) => {
  const found = changesOf(input.runs, {
    pMax: input.p_max,
    pMaxWeak: input.p_max_weak,
    runsMin: input.min_segment,
    leastPercent: 100 * input.min_relative_change,
  });
  if (expected.verdict === "insufficient" || found.kind === "tooLittle") {
    expect([found.kind, expected.verdict]).toEqual(["tooLittle", "insufficient"]);
    return;
  }
  expect([found.kind, found.weak]).toEqual([expected.verdict, expected.weak]);
  expect(found.changes).toHaveLength(expected.changes.length);
  for (const [index, wanted] of expected.changes.entries()) {
    const change = found.changes[index] ?? expect.fail("there are as many");
    const near = (value: number, by: number) => expectNear(value, by, 1e-6, 1e-12);
    expect(change.index).toBe(wanted.index);
    near(change.meanBefore, wanted.mean_before);
    near(change.meanAfter, wanted.mean_after);
    near((change.percent ?? 0) / 100, wanted.relative_change);
    near(change.p, wanted.p);
    if (wanted.t === null || wanted.degrees_of_freedom === null) expect(change.t).toBeUndefined();
    else {
      near(change.t ?? 0, wanted.t);
      near(change.degreesOfFreedom ?? 0, wanted.degrees_of_freedom);
    }
  }
});

const found = (changes: Changes) => (changes.kind === "tooLittle" ? [] : changes.changes);

describe("changesOf", () => {
  it("names the first run of the new level, and by how much it changed", () => {
    const found = changesOf([1000, 1000, 1000, 1000, 1100, 1100, 1100]);
    expect(found).toMatchObject({ kind: "changed", method: "eDivisive", basis: { runs: 7 }, weak: [4] });
    expect(found).toMatchObject({ changes: [{ index: 4, percent: expect.closeTo(10, 9), p: 0, t: undefined }] });
  });

  it("says within what the change lies", () => {
    // Logarithms: means 4.615088 and 4.510819, deviations 0.009901 and 0.010990, so a standard error of 0.0085402 with 3.957
    // degrees of freedom; t of 99 % is 4.640.
    const [change] = found(changesOf([100, 101, 102, 90, 91, 92]));
    expect(change?.percent).toBeCloseTo((100 * -10) / 101, 9);
    expect(change?.percentInterval?.low).toBeCloseTo(100 * Math.expm1(-0.104269 - 4.64 * 0.0085402), 2);
    expect(change?.percentInterval?.high).toBeCloseTo(100 * Math.expm1(-0.104269 + 4.64 * 0.0085402), 2);
  });

  it("says so of a large change too, in which each level spreads by a share of its own", () => {
    const { gauss } = simulator(3);
    const level = (mean: number) => Array.from({ length: 6 }, () => mean * (1 + 0.02 * gauss()));
    for (const quotient of [0.05, 20]) {
      const intervals = Array.from({ length: 200 }, () => {
        const [change] = found(changesOf([...level(1000), ...level(1000 * quotient)]));
        const { low, high } = change?.percentInterval ?? expect.fail("it is tested");
        return { low: (1 + low / 100) / quotient, high: (1 + high / 100) / quotient };
      });
      expect(intervals.filter(({ low, high }) => low <= 1 && high >= 1).length).toBeGreaterThanOrEqual(194);
      // 2 × 3.2 of 2 % × √(2 / 6).
      const width = intervals.reduce((sum, { low, high }) => sum + high - low, 0) / intervals.length;
      expect(width).toBeGreaterThan(0.06);
      expect(width).toBeLessThan(0.09);
    }
  });

  it("has no interval of a level that fell to nothing", () => {
    const [change] = found(changesOf([100, 101, 102, 0, 0, 0]));
    expect(change).toMatchObject({ percent: -100, percentInterval: undefined });
  });

  it("says nothing of fewer than six runs, and nothing changed where there is nothing", () => {
    expect(changesOf([1, 1, 1, 9, 9])).toEqual({ kind: "tooLittle", of: "runs", needs: 6, has: 5 });
    expect(changesOf([0, 0, 0, 0, 0, 0])).toMatchObject({ kind: "unchanged", changes: [] });
    expect(changesOf([0, 0, 0, 5, 5, 5])).toMatchObject({ changes: [{ index: 3, percent: undefined }] });
  });

  it("looks at the last runs of a very long series, in bounded time", () => {
    const { gauss } = simulator(1);
    const long = Array.from(
      { length: CHANGE_RUNS_MAX + 500 },
      (_, run) => (run < 2000 ? 1000 : 900) * (1 + 0.01 * gauss()),
    );
    expect(changesOf(long)).toMatchObject({ basis: { runs: CHANGE_RUNS_MAX }, changes: [{ index: 2000 }] });
  });

  it("finds nothing in 95 of 100 series of noise", () => {
    const { gauss } = simulator(2);
    const series = Array.from({ length: 200 }, () => Array.from({ length: 20 }, () => 1000 * (1 + 0.02 * gauss())));
    expect(series.filter((runs) => changesOf(runs).kind === "unchanged").length).toBeGreaterThanOrEqual(190);
  });
});

it("divides nothing that is all equal or too short", () => {
  expect(bestSplit([5, 5, 5, 5, 5, 5], 3)).toBeUndefined();
  expect(bestSplit([1, 1, 2, 2], 3)).toBeUndefined();
  expect(bestSplit([1, 1, 1, 9, 9, 9], 2)).toBe(3);
});
