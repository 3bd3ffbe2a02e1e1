import type { RoundsStep } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { percentBeside } from "../percent-beside";
import { builtInSteps, complete, measuredRun } from "../testing/measured-run";
import { disagreement, judgeRounds } from "./judge-rounds";
import { convergencePlot, trackedPlot } from "./prepare-rounds";
import { roundsOf } from "./rounds-of";
import { roundsVerdict, windowSentence } from "./verdict-words";
import { matrixOf, windowRows } from "./window-matrix";

const steps = builtInSteps("snia-pts-e-iops");
const rounds = steps[2] as RoundsStep;

/** A run whose 4 KiB writes came to these IOPS, round by round; all other loads to ten times as much. */
function measured(values: readonly (number | null)[], finding?: { rounds: number; steady: boolean }) {
  const run = measuredRun(
    steps,
    ({ round, spec }) => {
      if (round === undefined || round >= values.length) return undefined;
      const isTracked = spec.blockBytes === 4096 && spec.readPercent === 0;
      const value = values[round] ?? null;
      if (isTracked && value === null) return { ...complete({ iops: 1 }), state: "failed", reason: "the drive reset" };
      return complete({ iops: isTracked ? (value ?? 0) : 1000, meanNs: 1000 * (round + 1) });
    },
    finding === undefined ? [] : [{ stepPath: [2], rounds: finding, search: undefined }],
  );
  const [only] = roundsOf(run);
  if (only === undefined) throw new Error("The run has rounds.");
  return only;
}

describe("roundsOf", () => {
  it("has the tracked figure of each round, and a gap where one has no result", () => {
    const found = measured([90, null, 100]);
    expect(found.rounds).toBe(3);
    expect(found.figures).toMatchObject([{ tracked: { metric: "iops" }, values: [90, null, 100] }]);
    expect(found.figures[0]?.points[1]).toMatchObject({ reason: "the drive reset" });
  });

  it("takes the agent's number of rounds, and none of a round that has just begun", () => {
    expect(measured([90, 91, 92], { rounds: 2, steady: false }).rounds).toBe(2);
    expect(measured([]).rounds).toBe(0);
  });
});

describe("judgeRounds", () => {
  it("finds the first steady window, numbered as the rounds are", () => {
    // The example of the analysis: 95, 97.5, 100, 102.5, 105 gains 10 % of its average of 100, just allowed.
    const judged = judgeRounds(measured([200, 150, 95, 97.5, 100, 102.5, 105, 300]));
    expect(judged).toMatchObject({
      kind: "steady",
      round: 7,
      windows: [{ fromRound: 3, toRound: 7, average: 100, rangePercent: 10, slopePercent: 10, line: [95, 105] }],
    });
  });

  it("has words of its own for too few rounds, and for a round without a figure", () => {
    const few = judgeRounds(measured([100, 100, 100, 100]));
    expect(few).toEqual({ kind: "tooLittle", of: "rounds", needs: 5, has: 4 });
    expect(roundsVerdict(few, true).word).toBe("Too few rounds to judge: 4 rounds, and a window has 5");
    const gap = judgeRounds(measured([100, 100, null, 100, 100]));
    expect(gap).toMatchObject({ kind: "notSteady", windows: [undefined] });
    const format = String;
    if (gap.kind === "tooLittle") throw new Error("It was judged.");
    expect(windowSentence(gap.windows[0], gap.criterion, { format })).toMatch(
      /^A round of the last window has no figure/,
    );
  });

  it("says not yet of a run that goes on, and not of one that is over", () => {
    const judged = judgeRounds(measured([100, 200, 300, 400, 500]));
    expect(roundsVerdict(judged, false).word).toBe("Not steady yet, after 5 rounds");
    expect(roundsVerdict(judged, true)).toEqual({ word: "Not steady after 5 rounds", tone: "watch" });
  });

  it("shows where the agent's word is not what the stored figures say", () => {
    const steady = [100, 100, 100, 100, 100];
    const of = (values: readonly number[], finding: { rounds: number; steady: boolean }) => {
      const found = measured(values, finding);
      return disagreement(found, judgeRounds(found));
    };
    expect(of(steady, { rounds: 5, steady: true })).toBeUndefined();
    expect(of([1, ...steady], { rounds: 6, steady: true })).toBeUndefined();
    expect(of(steady, { rounds: 5, steady: false })).toBe(
      "The agent ended the rounds as not steady, but by the stored figures they are steady after 5 rounds.",
    );
    expect(of([1, 2, 3, 4, 5], { rounds: 5, steady: true })).toMatch(/as steady after 5 rounds, but .* not steady\.$/);
    expect(of([...steady, 100], { rounds: 6, steady: true }), "it went on although it was steady").toMatch(
      /after 6 rounds, but .* steady after 5 rounds\.$/,
    );
    const open = measured(steady);
    expect(disagreement(open, judgeRounds(open))).toBeUndefined();
  });

  it("asks for all tracked figures in one window", () => {
    const two: RoundsStep = {
      ...rounds,
      until: {
        ...{ kind: "steadyState", windowRounds: 5, excursionPercent: 20, slopePercent: 10 },
        tracked: [
          { metric: "iops", blockBytes: 4096, readPercent: 0 },
          { metric: "iops", blockBytes: 8192, readPercent: 0 },
        ],
      },
    };
    const values = { 4096: [100, 100, 100, 100, 100, 100, 100], 8192: [10, 50, 100, 100, 100, 100, 100] } as const;
    const run = measuredRun([two], ({ round = 0, spec }) =>
      round < 7 ? complete({ iops: values[spec.blockBytes === 8192 ? 8192 : 4096][round] ?? 0 }) : undefined,
    );
    const [found] = roundsOf(run);
    expect(found && judgeRounds(found)).toMatchObject({ kind: "steady", round: 7 });
  });
});

describe("the words of a window", () => {
  it("never rounds a share onto its limit", () => {
    expect(percentBeside(20.004, 20)).toBe("20.004\u2009%");
    expect(percentBeside(19.96, 20)).toBe("19.96\u2009%");
    expect(percentBeside(20, 20)).toBe("20\u2009%");
    expect(percentBeside(8.123, 20)).toBe("8.12\u2009%");
  });

  it("names range and slope with what is allowed", () => {
    const judged = judgeRounds(measured([80, 90, 100, 110, 120]));
    if (judged.kind === "tooLittle") throw new Error("It was judged.");
    expect(windowSentence(judged.windows[0], judged.criterion, { format: (value) => `${value} IOPS` })).toBe(
      "Rounds 1 to 5 average 100 IOPS. Their largest and smallest value differ by 40\u2009% of the average (more than the " +
        "allowed: 20\u2009%); the fitted line changes by 40\u2009% of the average (more than the allowed: 10\u2009%).",
    );
  });
});

describe("the plots of rounds", () => {
  it("shades the window, and draws the average, the band and the fitted line in it", () => {
    const found = measured([200, 95, 97.5, 100, 102.5, 105]);
    const [figure] = found.figures;
    if (figure === undefined) throw new Error("One figure is tracked.");
    const plot = trackedPlot(figure, 0, judgeRounds(found), "red");
    expect(plot.title).toBe("IOPS by round: 4\u2009KiB random write, QD32, 8 threads");
    expect(plot.bands).toEqual([{ axis: "x", from: 2, to: 6, label: "Measurement window" }]);
    expect(plot.lines?.map(({ from, to, label }) => [from.x, Math.round(from.y ?? 0), to.x, label])).toEqual([
      [2, 110, 6, "+10\u2009%"],
      [2, 90, 6, "\u221210\u2009%"],
    ]);
    expect(plot.series.slice(1).map(({ points }) => points.map(({ x, y }) => [x, y]))).toEqual([
      [
        [2, 100],
        [6, 100],
      ],
      [
        [2, 95],
        [6, 105],
      ],
    ]);
    expect(plot.series[0]?.points[0]).toEqual({ x: 1, y: 200 });
    expect(plot.table.rows).toHaveLength(6);
  });

  it("has a gap with its reason, and no window of too few rounds", () => {
    const found = measured([95, null]);
    const [figure] = found.figures;
    if (figure === undefined) throw new Error("One figure is tracked.");
    const plot = trackedPlot(figure, 0, judgeRounds(found), "red");
    expect(plot).toMatchObject({ bands: [], lines: [] });
    expect(plot.series[0]?.points[1]).toEqual({ x: 2, y: null, gap: "the drive reset" });
  });

  it("has every size of the tracked mix in the convergence plot", () => {
    const found = measured([95, 96]);
    const [figure] = found.figures;
    const plot = figure && convergencePlot(found, figure, String);
    expect(plot?.series).toHaveLength(8);
    expect(
      plot?.series[6]?.points.map(({ y }) => y),
      "the sixth smallest is 4 KiB",
    ).toEqual([95, 96]);
    const alone = measuredRun(builtInSteps("snia-pts-e-throughput-128k"), ({ round = 0 }) =>
      round < 2 ? complete({ iops: 5 }) : undefined,
    );
    const [single] = roundsOf(alone);
    const [bandwidth] = single?.figures ?? [];
    expect(single && bandwidth && convergencePlot(single, bandwidth, String)).toBeUndefined();
  });
});

describe("the measurement window", () => {
  it("averages each load over the rounds of the window, and takes the longest maximum", () => {
    const { points } = measured([1, 90, 110]);
    const rows = windowRows(points, 2, 3);
    expect(rows).toHaveLength(56);
    const matrix = matrixOf(rows);
    expect(matrix?.sizes).toEqual([512, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 1_048_576]);
    expect(matrix?.readPercents).toEqual([100, 95, 65, 50, 35, 5, 0]);
    expect(matrix?.at(4096, 0)?.cell).toMatchObject({
      iops: 100,
      bytesPerSecond: 409_600,
      latencyNsMean: 2500,
      latencyNsMax: 30_000,
      rounds: 2,
    });
  });

  it("has a reason instead of a figure where a round lacks it", () => {
    const { points } = measured([90, null]);
    expect(matrixOf(windowRows(points, 1, 2))?.at(4096, 0)?.cell).toEqual({ reason: "the drive reset" });
    expect(matrixOf(windowRows(points.slice(0, 56), 1, 2))?.at(512, 0)?.cell).toEqual({
      reason: "Measured in 1 of the 2 rounds.",
    });
  });
});
