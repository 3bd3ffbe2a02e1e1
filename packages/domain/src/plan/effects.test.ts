import { describe, expect, it } from "vitest";
import { changedSettings, planPurges, planWrites, stepsForAgent, writtenSpanPercent } from "./effects.ts";
import type { FillStep, PlanStep, SweepStep } from "./steps.ts";

const reads: SweepStep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 };
const fill: FillStep = { kind: "fill", method: "random", blockBytes: 4096, fills: 1 };
const purge = { kind: "purge", method: "sanitizeCrypto" } as const;
const within = (...steps: PlanStep[]): PlanStep => ({ kind: "each", setting: "powerState", values: [0, 1], steps });
const database: PlanStep = {
  kind: "database",
  system: "postgresql",
  benchmark: "selectOnly",
  sizeGib: 1,
  clients: 4,
  durationSeconds: 30,
};
const stream = { pattern: "random", blockBytes: 4096 } as const;

describe("what a plan writes to", () => {
  it.each<[number, PlanStep]>([
    [0, reads],
    [0, { kind: "set", powerState: 0 }],
    [20, { ...reads, readPercent: [100, 70], spanPercent: 20 }],
    [100, { ...reads, readPercent: 0 }],
    [100, fill],
    [7, { ...fill, spanPercent: 7 }],
    [100, purge],
    [100, database],
    [100, within(purge)],
    [7, within({ kind: "rounds", roundsMax: 2, steps: [reads, { ...fill, spanPercent: 7 }] })],
    [
      30,
      {
        kind: "streams",
        durationSeconds: 5,
        streams: [
          { name: "a", readPercent: 100, ...stream },
          { name: "b", readPercent: 99, spanPercent: 30, ...stream },
        ],
      },
    ],
  ])("is %d %% of the target, by %j", (percent, step) => {
    expect([writtenSpanPercent([reads, step]), planWrites([reads, step])]).toEqual([percent, percent > 0]);
  });

  it("names each way of destroying everything once", () => {
    expect(planPurges([purge, fill, within(purge, { kind: "purge", method: "discard" })])).toEqual([
      "sanitizeCrypto",
      "discard",
    ]);
  });
});

describe("what a plan changes of its drive", () => {
  it("is all that its steps set, in their order, and what is tried of all that is offered", () => {
    const steps: PlanStep[] = [
      { kind: "set", powerGovernor: 1, scheduler: "none" },
      within({ kind: "set", powerGovernor: 2 }),
      { kind: "each", setting: "scheduler", values: "offered", steps: [reads] },
    ];
    expect(changedSettings(steps)).toEqual({
      choices: [
        [{ powerGovernor: 1, scheduler: "none" }],
        [{ powerState: 0 }, { powerState: 1 }],
        [{ powerGovernor: 2 }],
      ],
      offered: ["scheduler"],
    });
  });
});

it("needs an agent for settings and for every purge but a discard", () => {
  const discard = { kind: "purge", method: "discard" } as const;
  const steps = [reads, discard, purge, within(reads, { kind: "set", powerGovernor: 1 }), fill] as const;
  expect(stepsForAgent(steps).map(({ path }) => path)).toEqual([[2], [3], [3, 1]]);
});
