import { describe, expect, it } from "vitest";
import { countPoints, type OfferedValues, pointsAreAtMost } from "./count.ts";
import { expandPlan } from "./expand.ts";
import type { FillStep, PlanStep, StreamsStep, SweepStep } from "./steps.ts";

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

const fill: FillStep = { kind: "fill", method: "random", blockBytes: 4096, fills: 1 };
const tracked = [{ metric: "iops" }, { metric: "bandwidth" }, { metric: "iops" }] as const;
const until = { kind: "steadyState", windowRounds: 2, excursionPercent: 20, slopePercent: 10, tracked } as const;
const wordsOf = (...steps: PlanStep[]) => pointsOf(...steps).map(({ spec }) => spec.precondition.join(" "));

describe("the state that points say they were measured in", () => {
  it("is what steps before them made of the target; a fill's own point has it from before", () => {
    expect(wordsOf({ kind: "purge", method: "format" }, { ...fill, fills: 2 }, sweep())).toEqual([
      "purge:format",
      "purge:format fill:random:4096:2",
    ]);
    expect(wordsOf(fill, { kind: "purge", method: "discard" }, sweep())).toEqual(["", "purge:discard"]);
    const sprandom: FillStep = { kind: "fill", method: "sprandom", blockBytes: 4096, overProvisioningPercent: 10 };
    expect(wordsOf({ ...sprandom, spanPercent: 20, data: "compressible:2" }, sweep())).toEqual([
      "",
      "fill:sprandom:4096:1:10:span20:compressible:2",
    ]);
  });

  it("holds a step once, at its last time, and rounds as not steady, each metric once", () => {
    expect(wordsOf({ kind: "rounds", roundsMax: 2, until, steps: [sweep(), fill] }, fill, sweep())).toEqual([
      "",
      "",
      "fill:random:4096:1",
      "fill:random:4096:1",
      "fill:random:4096:1 notSteady:iops:bandwidth",
      "fill:random:4096:1 notSteady:iops:bandwidth fill:random:4096:1",
    ]);
    expect(wordsOf({ kind: "rounds", roundsMax: 2, steps: [sweep()] }, sweep())).toEqual(["", "", ""]);
  });
});

describe("settings", () => {
  const settingsOf = (offered: OfferedValues, ...steps: PlanStep[]) => {
    const expansion = expandPlan(steps, 4096, offered);
    return expansion.kind === "points" ? expansion.points.map(({ spec }) => spec.settings) : [];
  };

  it("hold from their step on, and those of a step that goes through values only within it", () => {
    const powerState = { kind: "each", setting: "powerState", values: [1, 2], steps: [sweep()] } as const;
    const set = { kind: "set", powerGovernor: 1 } as const;
    expect(
      settingsOf({}, sweep(), set, powerState, sweep(), { kind: "set", powerState: 3 }, powerState, sweep()),
    ).toEqual([
      undefined,
      { powerGovernor: 1, powerState: 1 },
      { powerGovernor: 1, powerState: 2 },
      { powerGovernor: 1 },
      { powerGovernor: 1, powerState: 1 },
      { powerGovernor: 1, powerState: 2 },
      { powerGovernor: 1, powerState: 3 },
    ]);
  });

  it("are those that the drive offers, or unknown", () => {
    const each = { kind: "each", setting: "scheduler", values: "offered", steps: [sweep()] } as const;
    expect(settingsOf({ scheduler: ["none", "kyber"] }, each)).toEqual([{ scheduler: "none" }, { scheduler: "kyber" }]);
    expect(settingsOf({ scheduler: [] }, each)).toEqual([]);
    expect(settingsOf({}, each)).toEqual([undefined]);
    expect([countPoints([each]), countPoints([each], { scheduler: ["none"] })]).toEqual([32, 1]);
  });
});

describe("streams", () => {
  const streams: StreamsStep = {
    kind: "streams",
    durationSeconds: 60,
    streams: [
      { name: "writes", pattern: "sequential", blockBytes: 131_072, readPercent: 0, ratePerSecond: 23.5 },
      { name: "reads", pattern: "random", blockBytes: 1536, readPercent: 100, ratePerSecond: 2000 },
      { name: "log", pattern: "random", blockBytes: 512, readPercent: 0, spanPercent: 1 },
    ],
  };

  it("are a point each, behind one another, and each names the others", () => {
    const points = pointsOf(sweep(), streams);
    expect(points.map(({ sequence, stepPath, spec }) => [sequence, stepPath, spec.stream])).toEqual([
      [0, [0], undefined],
      [1, [1], "writes"],
      [2, [1], "reads"],
      [3, [1], "log"],
    ]);
    expect(points.map(({ spec }) => spec.beside?.map(({ name }) => name))).toEqual([
      undefined,
      ["log", "reads"],
      ["log", "writes"],
      ["reads", "writes"],
    ]);
    expect(points[1]?.spec.beside?.[0]).toEqual({
      name: "log",
      pattern: "random",
      distribution: "uniform",
      data: "incompressible",
      blockBytes: 512,
      readPercent: 0,
      depth: { kind: "perThread", queueDepth: 1, threads: 1 },
      load: { kind: "closed" },
      spanPercent: 1,
    });
  });

  it("are raised together, and their answer is measured once more", () => {
    const search = {
      kind: "search",
      raise: "rate",
      from: 1,
      to: 5,
      resolution: 1,
      criteria: [],
      steps: [streams],
    } as const;
    const points = pointsOf({ ...search, confirmSeconds: 7200 }, sweep());
    const rates = points.map(({ raised, spec }) => {
      const rate = spec.load.kind === "open" ? spec.load.ratePerSecond : 0;
      const seconds = spec.ending.kind === "duration" ? spec.ending.durationSeconds : 0;
      return `${raised?.value}${raised?.confirms ? "!" : ""} ${spec.stream} ${rate} ${seconds}`;
    });
    expect(rates.filter((_, index) => index % 3 < 2)).toEqual([
      "1 writes 23.5 60",
      "1 reads 2000 60",
      "2 writes 47 60",
      "2 reads 4000 60",
      "4 writes 94 60",
      "4 reads 8000 60",
      "5 writes 117.5 60",
      "5 reads 10000 60",
      "5! writes 117.5 7200",
      "5! reads 10000 7200",
      "undefined undefined 0 30",
    ]);
    // 1, 2, 4, fails at 4: 3; or 5, fails at 5: nothing between. Four at most, and four confirmations, of three streams.
    expect(countPoints([search])).toBe(4 * 3);
    expect(countPoints([{ ...search, confirmSeconds: 60 }])).toBe((4 + 4) * 3);
  });
});

describe("countPoints", () => {
  const search = { kind: "search", raise: "queueDepth", resolution: 1, criteria: [], steps: [sweep()] } as const;

  it.each([
    // 1 2 4 … 512 are ten; failing at 512 leaves 255 between it and 256: eight more.
    [1, 512, 18],
    [1, 2, 2],
    // 3 6 9 are three; failing at 9 leaves two between: two halvings, at most.
    [3, 9, 5],
  ])("of a search from %d to %d is at most %d", (from, to, count) => {
    expect(countPoints([{ ...search, from, to }])).toBe(count);
  });

  it("never falls below what is listed", () => {
    const steps: PlanStep[] = [{ ...search, from: 1, to: 300, confirmSeconds: 5 }, fill, sweep()];
    expect(countPoints(steps)).toBeGreaterThanOrEqual(pointsOf(...steps).length);
  });

  it("is exact but for what may end early, and for what a drive must tell", () => {
    const rounds = { kind: "rounds", roundsMax: 3, steps: [sweep()] } as const;
    const each = { kind: "each", setting: "powerState", values: [1], steps: [rounds] } as const;
    expect([fill, sweep(), rounds, each].map((step) => pointsAreAtMost([step]))).toEqual([false, false, false, false]);
    const early = { ...each, steps: [{ ...rounds, until }] };
    const told = { ...each, values: "offered" } as const;
    expect([early, told, { ...search, from: 1, to: 2 }].map((step) => pointsAreAtMost([step]))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
