import { describe, expect, it } from "vitest";
import { expandPlan } from "./expand.ts";
import { planSkips, type TargetAbilities } from "./skips.ts";
import type { PlanStep, SweepStep } from "./steps.ts";

const sweep: SweepStep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 };

function skipsOf(target: Partial<TargetAbilities>, ...steps: PlanStep[]) {
  const expansion = expandPlan(steps, 4096);
  if (expansion.kind !== "points") throw new Error("too many");
  const points = [...expansion.points, ...expansion.databasePoints].toSorted((a, b) => a.sequence - b.sequence);
  return planSkips(steps, points, { isDrive: true, ...target });
}

describe("planSkips", () => {
  it("leaves nothing out that a target can do or has not told", () => {
    expect(skipsOf({}, { ...sweep, engine: ["io_uring+poll", "passthrough"], blockBytes: [512, 1536] })).toEqual([]);
    expect(skipsOf({ logicalBlockBytes: 512, pollQueues: 4 }, { ...sweep, engine: "io_uring+poll" })).toEqual([]);
  });

  it("says each reason once, with its points in their order", () => {
    const steps = [
      sweep,
      { ...sweep, blockBytes: [512, 4096, 1536] },
      { ...sweep, blockMix: "512:50,4k:50", blockBytes: undefined },
    ];
    expect(skipsOf({ logicalBlockBytes: 4096 }, ...steps)).toEqual([
      { reason: "Blocks of 512 bytes are no multiple of its 4096-byte logical blocks.", sequences: [1, 4], paths: [] },
      { reason: "Blocks of 1536 bytes are no multiple of its 4096-byte logical blocks.", sequences: [3], paths: [] },
    ]);
  });

  it.each([
    [
      { ...sweep, alignBytes: 512 },
      { logicalBlockBytes: 4096 },
      "An alignment is no multiple of its 4096-byte logical blocks.",
    ],
    [{ ...sweep, engine: "sync+poll" }, { pollQueues: 0 }, "The kernel has no poll queues for it."],
    [{ ...sweep, engine: "passthrough" }, { isDrive: false }, "A file takes no NVMe commands."],
  ])("leaves a point out: %j on %j", (step, target, reason) => {
    expect(skipsOf(target, step)).toEqual([{ reason, sequences: [0], paths: [] }]);
  });

  it.each([
    [{ selfTest: true }, undefined],
    [{}, undefined],
    [{ selfTest: false }, "The drive has no self-test."],
    [{ isDrive: false }, "A file has no self-test."],
    [{ isDrive: false, isVolume: true }, "A volume has no self-test."],
  ])("leaves a self-test out: %j", (target, reason) => {
    const skips = skipsOf(target, { kind: "selfTest", test: "short" }, sweep);
    expect(skips).toEqual(reason === undefined ? [] : [{ reason, sequences: [], paths: [[0]] }]);
  });

  it("leaves all streams out where one cannot be", () => {
    const streams: PlanStep = {
      kind: "streams",
      durationSeconds: 5,
      streams: [
        { name: "a", pattern: "random", blockBytes: 4096, readPercent: 100 },
        { name: "b", pattern: "random", blockBytes: 512, readPercent: 100 },
      ],
    };
    expect(skipsOf({ logicalBlockBytes: 4096 }, streams)[0]?.sequences).toEqual([0, 1]);
  });

  it.each([
    ["offered", [], true, "The drive offers no choice of power state."],
    ["offered", undefined, false, "A file has no power state."],
  ] as const)("leaves values of a setting out: %j of %j", (values, powerState, isDrive, reason) => {
    const each = { kind: "each", setting: "powerState", values, steps: [sweep] } as const;
    expect(skipsOf({ isDrive, offered: { powerState } }, sweep, each)).toEqual([
      { reason, sequences: [], paths: [[1]] },
    ]);
  });

  it("leaves out the points of a value that the drive does not offer, and none of the others", () => {
    const each = { kind: "each", setting: "powerState", values: [0, 3, 4], steps: [sweep] } as const;
    expect(skipsOf({ isDrive: true, offered: { powerState: [0, 1] } }, sweep, each)).toEqual([
      { reason: "The drive offers no power state 3 to measure in.", sequences: [2], paths: [] },
      { reason: "The drive offers no power state 4 to measure in.", sequences: [3], paths: [] },
    ]);
  });

  it("leaves out the databases of a value that the drive does not offer, each at its place", () => {
    const database: PlanStep = {
      ...{ kind: "database", system: "postgresql", benchmark: "selectOnly" },
      ...{ sizeGib: 1, clients: [4, 8], durationSeconds: 5 },
    };
    const each = { kind: "each", setting: "powerState", values: [0, 3], steps: [database, sweep] } as const;
    const [skip, ...others] = skipsOf({ isDrive: true, offered: { powerState: [0, 1] } }, each);
    expect([skip?.sequences, skip?.paths, others]).toEqual([[3, 4, 5], [], []]);
  });

  it("tries a scheduler that is not among the usual ones", () => {
    const each = { kind: "each", setting: "scheduler", values: ["none", "adios"], steps: [sweep] } as const;
    expect(skipsOf({ isDrive: true, offered: { scheduler: ["none", "bfq"] } }, each)).toEqual([]);
  });
});
