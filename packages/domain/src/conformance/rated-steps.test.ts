import { describe, expect, it } from "vitest";
import type { PlanStep, RatedFiguresStep } from "../plan/steps.ts";
import type { RatedFigure } from "./rated-figure.ts";
import { chosenForRating } from "./rated-load.ts";
import { dependsOnModel, stepsForRatedFigures } from "./rated-steps.ts";

const step: RatedFiguresStep = { kind: "ratedFigures", rampSeconds: 10, durationSeconds: 60 };
const figure = (key: string, workload: RatedFigure["workload"], more: Partial<RatedFigure> = {}): RatedFigure => ({
  key,
  label: key,
  metric: "iops",
  value: 1,
  unit: "iops",
  bound: "exact",
  workload,
  ...more,
});
const random4k = { pattern: "random", blockBytes: 4096 } as const;
const latency = { metric: "latencyNsP50", unit: "ns" } as const;
const rate = { metric: "bytesPerSecond", unit: "bytes/s" } as const;
const timing = { rampSeconds: 10, durationSeconds: 60 };
const sequentialFill = { kind: "fill", method: "sequential", blockBytes: 131_072, fills: 1 };
const randomFill = { kind: "fill", method: "random", blockBytes: 4096, fills: 2 };

const writes = figure("writes", { ...random4k, readPercent: 0, queueDepth: 16 });
const reads = figure("reads", { ...random4k, readPercent: 100, queueDepth: 16 });
const tail = { ...reads, key: "tail", metric: "latencyNsP99999", unit: "ns" } as const;
const written = figure("written", { pattern: "sequential", readPercent: 0, blockBytes: 65_536 }, rate);

describe("stepsForRatedFigures", () => {
  it("measures reads and sequential writes on a written drive, random writes after random fills, a load once", () => {
    const { steps, checks } = stepsForRatedFigures([step], { figures: [writes, reads, tail, written] });
    expect(steps).toEqual([
      sequentialFill,
      { kind: "sweep", ...random4k, readPercent: 100, threads: 1, queueDepth: 16, ...timing },
      {
        kind: "sweep",
        pattern: "sequential",
        blockBytes: 65_536,
        readPercent: 0,
        threads: 1,
        queueDepth: 32,
        ...timing,
      },
      randomFill,
      { kind: "sweep", ...random4k, readPercent: 0, threads: 1, queueDepth: 16, ...timing },
    ]);
    expect(checks.map(({ figure: { key }, stepPath }) => [key, stepPath])).toEqual([
      ["writes", [4]],
      ["reads", [1]],
      ["tail", [1]],
      ["written", [2]],
    ]);
  });

  it("writes nothing for reads alone, and says which figures that leaves out", () => {
    const { steps, checks } = stepsForRatedFigures([{ ...step, figures: "reads" }], { figures: [reads, written] });
    expect(steps.map(({ kind }) => kind)).toEqual(["sweep"]);
    expect(checks[1]).toEqual({ figure: written, notMeasured: "The plan measures reads only." });
  });

  it("counts the steps around it, and leaves them as they are", () => {
    const idle: PlanStep = { kind: "idle", seconds: 5 };
    const { steps, checks } = stepsForRatedFigures([idle, { ...step, sequentialFills: 0 }, idle], { figures: [reads] });
    expect(steps.map(({ kind }) => kind)).toEqual(["idle", "sweep", "idle"]);
    expect(checks[0]?.stepPath).toEqual([1]);
  });

  it("fills no drive of which it measures nothing", () => {
    const raid = { ...reads, notMeasurable: "Rated for a pair." };
    expect(stepsForRatedFigures([step], { figures: [raid] })).toEqual({
      steps: [],
      checks: [{ figure: raid, notMeasured: "Rated for a pair." }],
    });
  });

  it("passes the limits of fills on", () => {
    const short = { ...step, sequentialFills: 2, randomFills: 1, fillSecondsMax: 30 };
    const { steps } = stepsForRatedFigures([short], { figures: [writes] });
    expect(steps.filter(({ kind }) => kind === "fill")).toEqual([
      { ...sequentialFill, fills: 2, durationSecondsMax: 30 },
      { ...randomFill, fills: 1, durationSecondsMax: 30 },
    ]);
  });
});

describe("what a sheet leaves open", () => {
  it.each<[RatedFigure, string[], object]>([
    [reads, ["1 thread"], { threads: 1, queueDepth: 16 }],
    [figure("deep", { ...random4k, readPercent: 100 }), ["QD32", "4 threads"], { threads: 4, queueDepth: 32 }],
    [
      figure("sequential", { pattern: "sequential", readPercent: 100 }, rate),
      ["128\u2009KiB blocks", "QD32", "1 thread"],
      { blockBytes: 131_072, threads: 1, queueDepth: 32 },
    ],
    [
      figure("typical", { readPercent: 100 }, latency),
      ["the better of random and sequential", "4\u2009KiB blocks", "QD1", "1 thread"],
      { pattern: ["random", "sequential"], blockBytes: 4096, threads: 1, queueDepth: 1 },
    ],
    [figure("all", { ...random4k, readPercent: 0, queueDepth: 8, threads: 2 }), [], { threads: 2, queueDepth: 8 }],
  ])("of $key is chosen", (rated, chosen, load) => {
    expect(chosenForRating(rated)).toEqual(chosen);
    const { steps } = stepsForRatedFigures([step], { figures: [rated] });
    expect(steps.find(({ kind }) => kind === "sweep")).toMatchObject(load);
  });
});

it("knows plans whose points depend on the model", () => {
  expect(dependsOnModel([{ kind: "idle", seconds: 5 }, step])).toBe(true);
  expect(dependsOnModel([{ kind: "idle", seconds: 5 }])).toBe(false);
});
