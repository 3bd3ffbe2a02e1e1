import { describe, expect, it } from "vitest";
import { measurementsOf, planDuration } from "./estimate.ts";
import type { FillStep, PlanStep, StreamsStep, SweepStep } from "./steps.ts";

const sweep: SweepStep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 };
const fill: FillStep = { kind: "fill", method: "sequential", blockBytes: 131_072, fills: 2 };
const streams: StreamsStep = {
  kind: "streams",
  rampSeconds: 5,
  durationSeconds: 60,
  streams: [
    { name: "a", pattern: "random", blockBytes: 4096, readPercent: 100 },
    { name: "b", pattern: "random", blockBytes: 4096, readPercent: 0 },
  ],
};
const tracked = [{ metric: "iops" }] as const;
const until = { kind: "steadyState", windowRounds: 5, excursionPercent: 20, slopePercent: 10, tracked } as const;
const search: PlanStep = {
  kind: "search",
  raise: "queueDepth",
  from: 1,
  to: 4,
  resolution: 1,
  criteria: [],
  steps: [sweep],
};
const steady = { roundSeconds: 60, tracked: "iops", windowRounds: 5, excursionPercent: 20, slopePercent: 10 } as const;

describe("planDuration", () => {
  it.each<[string, PlanStep, number, number]>([
    ["a sweep: its points", { ...sweep, queueDepth: [1, 2], rampSeconds: 5 }, 70, 70],
    ["streams: their time once", streams, 65, 65],
    [
      "a verified fill, which is read back",
      { kind: "fill", method: "sequential", blockBytes: 131_072, fills: 1, data: "verified", durationSecondsMax: 600 },
      0,
      1200,
    ],
    ["a time without load", { kind: "idle", seconds: 600 }, 600, 600],
    [
      "a point in rounds",
      { ...sweep, durationSeconds: undefined, steadyState: { ...steady, roundsMax: 25 } },
      300,
      1500,
    ],
    ["rounds until steady state", { kind: "rounds", roundsMax: 25, until, steps: [sweep] }, 150, 750],
    ["rounds without end", { kind: "rounds", roundsMax: 25, steps: [sweep] }, 750, 750],
    ["values of a setting", { kind: "each", setting: "powerState", values: [0, 1], steps: [sweep] }, 60, 60],
    ["values that nobody knows", { kind: "each", setting: "powerState", values: "offered", steps: [sweep] }, 30, 960],
    // 1 2 4 and then 3.
    ["a search", search, 30, 120],
    ["a search with its answer again", { ...search, confirmSeconds: 100 }, 30, 520],
    ["a fill, a week at most", fill, 0, 604_800],
    ["a fill with a limit", { ...fill, durationSecondsMax: 900 }, 0, 900],
  ])("of %s", (_, step, secondsLeast, secondsMost) => {
    const mostIsLimit = step.kind === "fill";
    expect(planDuration([step])).toEqual({ secondsLeast, secondsMost, hasPurge: false, mostIsLimit });
  });

  it("is nothing of what the target cannot do", () => {
    const abilities = { isDrive: true, logicalBlockBytes: 4096, pollQueues: 0, selfTest: false };
    const rounds: PlanStep = { kind: "rounds", roundsMax: 25, until, steps: [{ ...sweep, blockBytes: [512, 4096] }] };
    const polled: PlanStep = { ...sweep, engine: ["io_uring", "io_uring+poll"] };
    const beside: PlanStep = { ...streams, streams: streams.streams.map((each) => ({ ...each, blockBytes: 512 })) };
    const each: PlanStep = { kind: "each", setting: "powerState", values: [0, 1], steps: [sweep] };
    expect(planDuration([rounds, polled, beside, each], { abilities })).toMatchObject({
      secondsLeast: 150 + 30 + 60,
      secondsMost: 750 + 30 + 60,
    });
    // Rounds are never steady in a figure that no point of theirs has: there are as many as there may be.
    const ofOdd = { ...until, tracked: [{ metric: "iops", blockBytes: 512 }] } as const;
    const ofEven = { ...until, tracked: [{ metric: "iops", blockBytes: 4096 }] } as const;
    expect(planDuration([{ ...rounds, until: ofOdd }], { abilities })).toMatchObject({
      secondsLeast: 750,
      secondsMost: 750,
    });
    expect(planDuration([{ ...rounds, until: ofEven }], { abilities })).toMatchObject({
      secondsLeast: 150,
      secondsMost: 750,
    });
    // The value that it does not offer is tried, and may do.
    expect(planDuration([each], { abilities: { ...abilities, offered: { powerState: [0] } } })).toMatchObject({
      secondsLeast: 30,
      secondsMost: 60,
    });
  });

  it("knows of a fill what it writes, and how fast at least and at most", () => {
    // Twice 1000 B at 100 and at 10 B/s.
    const facts = { sizeBytes: 1000, fastestBytesPerSecond: 100, slowestBytesPerSecond: 10 };
    expect(planDuration([fill], facts)).toMatchObject({ secondsLeast: 20, secondsMost: 200 });
    expect(planDuration([{ ...fill, spanPercent: 50, fills: 1 }], facts)).toMatchObject({
      secondsLeast: 5,
      secondsMost: 50,
    });
    expect(planDuration([{ ...fill, durationSecondsMax: 100 }], facts)).toMatchObject({ secondsMost: 100 });
  });

  it("expects of a fill what its drive writes, by the order in which it writes, and no faster than its link", () => {
    const writes = {
      sequential: { slowest: 20, fastest: 50, source: "ownRuns" },
      random4k: { slowest: 4, fastest: 8, source: "rated" },
    } as const;
    const facts = { sizeBytes: 1000, writes };
    const random: FillStep = { ...fill, method: "random", blockBytes: 4096, fills: 1 };
    expect(planDuration([fill], facts)).toMatchObject({ secondsLeast: 40, secondsMost: 100, mostIsLimit: false });
    expect(planDuration([fill], { ...facts, fastestBytesPerSecond: 25 })).toMatchObject({ secondsLeast: 80 });
    expect(planDuration([fill], facts).basis).toBe("ownRuns");
    expect(planDuration([fill, random], facts).basis).toBe("both");
    expect(planDuration([sweep], facts)).not.toHaveProperty("basis");
    // A drive that is not full yet writes at random as fast as in order.
    expect(planDuration([random], facts)).toMatchObject({ secondsLeast: 20, secondsMost: 250 });
    // Blocks of 1 KiB are a quarter of the bytes.
    expect(planDuration([{ ...random, blockBytes: 1024 }], facts)).toMatchObject({ secondsMost: 1000 });
    const onlySequential = { sizeBytes: 1000, writes: { ...writes, random4k: undefined } };
    expect(planDuration([random], onlySequential)).toMatchObject({ secondsMost: 604_800, mostIsLimit: true });
  });

  it("says that a purge comes on top", () => {
    expect(planDuration([{ kind: "purge", method: "format" }, sweep])).toEqual({
      secondsLeast: 30,
      secondsMost: 30,
      hasPurge: true,
      mostIsLimit: false,
    });
  });
});

it("takes streams that stand behind one another for one measurement, as many as there are", () => {
  const spec = (beside?: number) => ({ spec: { beside: beside && Array.from({ length: beside }) } }) as never;
  const points = [spec(), spec(1), spec(1), spec(1), spec(1), spec(2), spec(2), spec(2), spec()];
  expect(measurementsOf(points).map(({ length }) => length)).toEqual([1, 2, 2, 3, 1]);
});
