import { describe, expect, it } from "vitest";
import { planDuration, planWrites, writtenSpanPercent } from "./estimate.ts";
import { countPoints, expandPlan } from "./expand.ts";
import type { PlanStep, SweepStep } from "./steps.ts";

const sweep = (axes: Partial<SweepStep> = {}): SweepStep => ({
  kind: "sweep",
  pattern: "random",
  blockBytes: 4096,
  readPercent: 100,
  durationSeconds: 30,
  ...axes,
});

function pointsOf(...steps: PlanStep[]) {
  const expansion = expandPlan(steps, 4096);
  if (expansion.kind !== "points") throw new Error(`${expansion.count} points are too many`);
  return expansion.points;
}

describe("expandPlan", () => {
  it("writes every default out", () => {
    expect(pointsOf(sweep())).toEqual([
      {
        sequence: 0,
        stepPath: [0],
        spec: {
          engine: "io_uring",
          pattern: "random",
          distribution: "uniform",
          data: "incompressible",
          blockBytes: 4096,
          readPercent: 100,
          depth: { kind: "perThread", queueDepth: 1, threads: 1 },
          load: { kind: "closed" },
          spanPercent: 100,
          rampSeconds: 0,
          ending: { kind: "duration", durationSeconds: 30 },
          precondition: [],
        },
      },
    ]);
  });

  it("goes through the axes in their order, the last fastest, and through the steps in theirs", () => {
    const points = pointsOf(
      { kind: "set", powerGovernor: 1 },
      sweep({ blockBytes: [4096, 8192], readPercent: [100, 0], threads: [1, 2], queueDepth: [1, 4] }),
      sweep({ engine: ["io_uring", "sync"], ratePerSecond: [100, 200] }),
    );
    const said = points.map(({ sequence, stepPath, spec }) => {
      const { depth, load } = spec;
      const threads = depth.kind === "perThread" ? `${depth.threads}x${depth.queueDepth}` : "";
      const rate = load.kind === "open" ? ` ${spec.engine} ${load.ratePerSecond} ${load.pace}` : "";
      return `${sequence} ${stepPath} ${spec.blockBytes} ${spec.readPercent} ${threads}${rate}`;
    });
    expect(said).toEqual([
      "0 1 4096 100 1x1",
      "1 1 4096 100 1x4",
      "2 1 4096 100 2x1",
      "3 1 4096 100 2x4",
      "4 1 4096 0 1x1",
      "5 1 4096 0 1x4",
      "6 1 4096 0 2x1",
      "7 1 4096 0 2x4",
      "8 1 8192 100 1x1",
      "9 1 8192 100 1x4",
      "10 1 8192 100 2x1",
      "11 1 8192 100 2x4",
      "12 1 8192 0 1x1",
      "13 1 8192 0 1x4",
      "14 1 8192 0 2x1",
      "15 1 8192 0 2x4",
      "16 2 4096 100 1x256 io_uring 100 fixed",
      "17 2 4096 100 1x256 io_uring 200 fixed",
      "18 2 4096 100 1x256 sync 100 fixed",
      "19 2 4096 100 1x256 sync 200 fixed",
    ]);
  });

  it("knows a mix, a depth in all, an alignment and every ending", () => {
    const endings = { durationSeconds: undefined };
    const steadyState = { roundSeconds: 60, windowRounds: 5, excursionPercent: 20, slopePercent: 10, roundsMax: 25 };
    const specs = pointsOf(
      sweep({ blockBytes: undefined, blockMix: "512:10,4k:90", alignBytes: [512, "block"] }),
      sweep({ totalDepth: [1, 8], threadsMax: 4 }),
      sweep({ ...endings, fills: 2 }),
      sweep({ bytes: "1000000", durationSeconds: 9 }),
      sweep({ ...endings, steadyState: { tracked: "iops", ...steadyState } }),
    ).map(({ spec }) => spec);
    expect(specs.map(({ blockMix, alignBytes }) => [blockMix, alignBytes]).slice(0, 3)).toEqual([
      ["512:10,4k:90", 512],
      ["512:10,4k:90", undefined],
      [undefined, undefined],
    ]);
    expect(specs.slice(2, 4).map(({ depth }) => depth)).toEqual([
      { kind: "total", totalDepth: 1, threadsMax: 4 },
      { kind: "total", totalDepth: 8, threadsMax: 4 },
    ]);
    expect(specs.slice(4).map(({ ending }) => ending)).toEqual([
      { kind: "fills", fills: 2, durationSeconds: 604_800 },
      { kind: "bytes", bytes: "1000000", durationSeconds: 9 },
      { kind: "steadyState", tracked: "iops", ...steadyState },
    ]);
  });

  it("counts before it makes: a plan of more points than there can be costs nothing", () => {
    const axis = Array.from({ length: 64 }, (_, index) => index + 1);
    // 64^4 = 16,777,216 points in each of the 64 steps: 2^30 in all.
    const step = sweep({ readPercent: axis, threads: axis, queueDepth: axis, ratePerSecond: axis });
    const steps = Array.from({ length: 64 }, () => step);
    expect(countPoints(steps)).toBe(2 ** 30);
    expect(expandPlan(steps, 4096)).toEqual({ kind: "tooMany", count: 2 ** 30 });
    expect(expandPlan([sweep({ queueDepth: [1, 2] })], 1)).toEqual({ kind: "tooMany", count: 2 });
  });
});

describe("what a plan does", () => {
  it("takes the sum of its points, at most, where something else than time ends one", () => {
    expect(planDuration(pointsOf(sweep({ queueDepth: [1, 2], rampSeconds: 5 })))).toEqual({
      seconds: 70,
      isUpperBound: false,
    });
    const filled = pointsOf(sweep(), sweep({ fills: 1, durationSeconds: 100 }));
    expect(planDuration(filled)).toEqual({ seconds: 130, isUpperBound: true });
  });

  it("writes as far as the widest of its writing points", () => {
    const reads = pointsOf(sweep({ spanPercent: 100 }));
    expect([planWrites(reads), writtenSpanPercent(reads)]).toEqual([false, 0]);
    const both = pointsOf(
      sweep(),
      sweep({ readPercent: 70, spanPercent: 20 }),
      sweep({ readPercent: 0, spanPercent: 9 }),
    );
    expect([planWrites(both), writtenSpanPercent(both)]).toEqual([true, 20]);
  });
});
