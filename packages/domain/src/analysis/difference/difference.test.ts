import { describe, expect, it } from "vitest";
import { simulator } from "../testing/autocorrelated.ts";
import { type ComparedRun, differenceOf } from "./difference.ts";
import { differenceOfRepeats } from "./of-repeats.ts";
import { differenceOfSeconds } from "./of-seconds.ts";
import { verdictOf } from "./verdict.ts";

const runs = (...values: number[]): ComparedRun[] => values.map((value) => ({ value }));

describe("differenceOf", () => {
  it("compares repeats from four a side on, and says shift, interval, effect and p", () => {
    // The 13th of the 25 quotients is 112 / 102; the nearest pair is 110 / 104, the farthest 114 / 100. All pairs apart: 2 of
    // 252 orders are as far apart.
    const found = differenceOf(runs(100, 101, 102, 103, 104), runs(110, 111, 112, 113, 114), "higher");
    expect(found).toEqual({
      kind: "difference",
      verdict: "faster",
      percent: expect.closeTo(1000 / 102, 9),
      percentInterval: { low: expect.closeTo(600 / 104, 9), high: expect.closeTo(14, 9) },
      confidence: 0.99,
      method: "shiftOfRepeats",
      basis: {
        kind: "repeats",
        repeatsA: 5,
        repeatsB: 5,
        cliffsDelta: 1,
        p: expect.closeTo(2 / 252, 12),
        pBy: "exact",
        meansP: { by: "permutation", p: expect.closeTo(2 / 252, 12) },
      },
    });
  });

  it("calls a higher latency slower, and a lower one faster", () => {
    // Of four and four, at 95 %: one order in 70 on each side is more than 0.5 %.
    const [few, many] = [runs(100, 101, 102, 103), runs(110, 111, 112, 113)];
    expect(differenceOf(few, many, "lower")).toMatchObject({
      verdict: "slower",
      percent: expect.closeTo(9.85, 1),
      confidence: 0.95,
    });
    expect(differenceOf(many, few, "lower")).toMatchObject({ verdict: "faster", percent: expect.closeTo(-8.97, 1) });
  });

  it("is not moved by one bad repeat", () => {
    const found = differenceOf(runs(100, 101, 102, 103, 104), runs(105, 106, 107, 108, 900), "higher");
    // The 13th of the 25 quotients is 106 / 101, as it is without the bad one's beside 107 / 102.
    expect(found).toMatchObject({ verdict: "faster", percent: expect.closeTo(500 / 101, 9) });
  });

  it("has too little of three repeats without their seconds, and compares their seconds if all have them", () => {
    const three = runs(1, 2, 3);
    expect(differenceOf(three, runs(7, 8, 9, 10), "higher")).toEqual({
      kind: "tooLittle",
      of: "repeats",
      needs: 4,
      has: 3,
    });
    const { run } = simulator(1);
    const second = (mean: number): ComparedRun => ({
      value: mean,
      seconds: run({ seconds: 120, mean, spread: 0.02, correlation: 0.5 }),
    });
    const found = differenceOf([second(1000)], [second(800), second(800)], "higher");
    expect(found).toMatchObject({ verdict: "slower", basis: { kind: "seconds", runsA: 1, runsB: 2, secondsB: 240 } });
    expect(differenceOf([second(1000), { value: 1000 }], [second(800)], "higher").kind).toBe("tooLittle");
    expect(differenceOf([], [second(800)], "higher")).toEqual({ kind: "tooLittle", of: "runs", needs: 1, has: 0 });
  });

  it("relates nothing to no operations", () => {
    expect(differenceOf(runs(0, 0, 0, 0), runs(1, 2, 3, 4), "higher")).toMatchObject({ of: "operations" });
    expect(differenceOf(runs(0, 1, 1, 1), runs(1, 2, 3, 4), "higher")).toMatchObject({ of: "operations" });
    const stalled: ComparedRun = { value: 0, seconds: Array(60).fill(0) };
    expect(differenceOf([stalled], [stalled], "higher")).toMatchObject({ kind: "tooLittle", of: "operations" });
  });

  it("has all of nothing fall by 100 %, however runs spread", () => {
    const single = (value: number): ComparedRun => ({ value, seconds: Array(60).fill(value) });
    const fell = { verdict: "slower", percent: -100, percentInterval: { low: -100, high: -100 } };
    expect(differenceOf([single(1000)], [single(0)], "higher")).toMatchObject(fell);
    expect(differenceOf(runs(5, 6, 7, 8), runs(0, 0, 0, 0), "higher")).toMatchObject(fell);
  });

  it("is bounded", () => {
    expect(() => differenceOfRepeats(Array(1001).fill(1), [1, 2, 3, 4], "higher")).toThrow(RangeError);
    expect(() => differenceOfSeconds(Array(65).fill([]), [[]], "higher")).toThrow(RangeError);
    expect(() => differenceOfSeconds(Array(11).fill(Array(86_400).fill(1)), [[]], "higher")).toThrow(RangeError);
  });
});

describe("the spread from run to run is of each side's own value", () => {
  // 2.5758 deviations of 99 % × 0.015 × √2 = 0.05464 of the logarithm: a quotient of 0.9468 to 1.0562 by the one found.
  it.each([
    { quotient: 0.114, low: -89.21, high: -87.96 },
    { quotient: 0.668, low: -36.75, high: -29.45 },
    { quotient: 1.343, low: 27.16, high: 41.84 },
    { quotient: 10, low: 846.8, high: 956.2 },
  ])("of single calm runs: $quotient times as much", ({ quotient, low, high }) => {
    const found = differenceOfSeconds([Array(60).fill(1000)], [Array(60).fill(1000 * quotient)], "higher");
    expect(found).toMatchObject({
      percent: expect.closeTo(100 * (quotient - 1), 9),
      percentInterval: { low: expect.closeTo(low, 1), high: expect.closeTo(high, 1) },
    });
  });

  it("so that whichever side is the baseline, the same pairs are told apart", () => {
    for (const quotient of [0.93, 0.945, 0.948, 0.95, 0.96]) {
      const [a, b] = [[Array(60).fill(1000)], [Array(60).fill(1000 * quotient)]];
      const [there, back] = [differenceOfSeconds(a, b, "higher"), differenceOfSeconds(b, a, "higher")];
      const isNoise = quotient > 0.9468;
      expect([there, back]).toMatchObject([
        { verdict: isNoise ? "noise" : "slower" },
        { verdict: isNoise ? "noise" : "faster" },
      ]);
    }
  });
});

it("calls what is below 1 % noise, however sure it is", () => {
  expect(verdictOf(0.99, { low: 0.9, high: 1.1 }, "higher")).toBe("noise");
  expect(verdictOf(1, { low: 0.9, high: 1.1 }, "higher")).toBe("faster");
  expect(verdictOf(5, { low: 0, high: 10 }, "higher")).toBe("noise");
});

/** How many of 200 pairs, in percent, are judged so. */
function percentJudged(judge: () => string): number {
  const verdicts = Array.from({ length: 200 }, judge);
  return (100 * verdicts.filter((verdict) => verdict === "as expected").length) / verdicts.length;
}

describe("of simulated runs", () => {
  /** Spread of the seconds, how much each hangs on the one before, how much runs differ, and the seconds of a run. */
  const cases = [
    { spread: 0.005, correlation: 0, runToRun: 0, seconds: 60 },
    { spread: 0.03, correlation: 0.3, runToRun: 0.015, seconds: 60 },
    { spread: 0.05, correlation: 0.7, runToRun: 0.01, seconds: 180 },
    { spread: 0.08, correlation: 0.9, runToRun: 0.01, seconds: 1200 },
  ];

  it.each(cases)("two of one drive are noise, a tenth slower is found: $spread, $correlation, $runToRun", (each) => {
    const { run, gauss } = simulator(7);
    const single = (mean: number) => [run({ ...each, mean: mean * (1 + each.runToRun * gauss()) })];
    const judged = (factor: number, verdict: string) => () => {
      const found = differenceOfSeconds(single(1e5), single(1e5 * factor), "higher");
      return found.kind === "difference" && found.verdict === verdict ? "as expected" : "not";
    };
    expect(percentJudged(judged(1, "noise"))).toBeGreaterThanOrEqual(95);
    expect(percentJudged(judged(0.9, "slower"))).toBeGreaterThanOrEqual(95);
  });

  const groups = [
    { repeats: 4, runToRun: 0.02 },
    { repeats: 5, runToRun: 0.02 },
    { repeats: 10, runToRun: 0.04 },
    { repeats: 30, runToRun: 0.06 },
  ];

  it.each(groups)("two groups of $repeats with $runToRun from run to run, as well", ({ repeats, runToRun }) => {
    const { gauss } = simulator(repeats);
    const group = (mean: number) => Array.from({ length: repeats }, () => mean * (1 + runToRun * gauss()));
    const judged = (factor: number, verdict: string) => () => {
      const found = differenceOfRepeats(group(1e5), group(1e5 * factor), "higher");
      return found.kind === "difference" && found.verdict === verdict ? "as expected" : "not";
    };
    expect(percentJudged(judged(1, "noise"))).toBeGreaterThanOrEqual(95);
    expect(percentJudged(judged(0.9, "slower"))).toBeGreaterThanOrEqual(95);
  });

  /** In how many of 300 pairs the interval holds the true quotient, and how wide it is as a share of that, in percent. */
  function coverageOf(quotient: number, intervalOf: () => { readonly low: number; readonly high: number }) {
    const intervals = Array.from({ length: 300 }, intervalOf).map(({ low, high }) => [1 + low / 100, 1 + high / 100]);
    const holds = intervals.filter(([low = 0, high = 0]) => low <= quotient && quotient <= high).length;
    const width = intervals.reduce((sum, [low = 0, high = 0]) => sum + high - low, 0) / intervals.length / quotient;
    return { holds: (100 * holds) / intervals.length, width: 100 * width };
  }

  const percentIntervalOf = (found: ReturnType<typeof differenceOf>) =>
    found.kind === "difference" ? found.percentInterval : expect.fail(found.of);

  it.each([0.01, 0.114, 1, 8, 100].map((quotient) => ({ quotient })))(
    "the interval of 99 % holds a true quotient of $quotient, and is as wide in proportion",
    ({ quotient }) => {
      const { run, gauss } = simulator(5);
      const spread = { seconds: 60, spread: 0.01, correlation: 0 };
      const single = (mean: number) => [run({ ...spread, mean: mean * (1 + 0.015 * gauss()) })];
      const ofSeconds = coverageOf(quotient, () =>
        percentIntervalOf(differenceOfSeconds(single(1e5), single(1e5 * quotient), "higher")),
      );
      // 11 % by the runs' spread, and little more by that of the seconds.
      expect(ofSeconds.holds).toBeGreaterThanOrEqual(98);
      expect(ofSeconds.width).toBeGreaterThan(10.9);
      expect(ofSeconds.width).toBeLessThan(12);
      const group = (mean: number) => Array.from({ length: 10 }, () => mean * (1 + 0.03 * gauss()));
      const ofRepeats = coverageOf(quotient, () =>
        percentIntervalOf(differenceOfRepeats(group(1e5), group(1e5 * quotient), "higher")),
      );
      // 2 × 2.58 deviations of 3 % × √(2 / 10), and a tenth or two for a spread that is not known.
      expect(ofRepeats.holds).toBeGreaterThanOrEqual(98);
      expect(ofRepeats.width).toBeGreaterThan(6.5);
      expect(ofRepeats.width).toBeLessThan(9.5);
    },
  );
});
