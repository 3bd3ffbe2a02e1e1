import { expect, it } from "vitest";
import { planFills } from "./fills.ts";
import type { PlanStep } from "./steps.ts";

const fill: PlanStep = { kind: "fill", method: "random", blockBytes: 4096, fills: 2, spanPercent: 75 };
const write = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 0 } as const;

it("counts what fill steps and points that end by fills go through: 2 x 75 % + 4", () => {
  expect(planFills([fill, { ...write, fills: 4 }])).toEqual({ least: 5.5, most: 5.5 });
});

it("points that end by time fill nothing", () => {
  expect(planFills([{ ...write, durationSeconds: 60 }])).toEqual({ least: 0, most: 0 });
});

it("rounds may end with their first window: 3 to 10 times 1.5", () => {
  const tracked = [{ metric: "iops" }] as const;
  const until = { kind: "steadyState", windowRounds: 3, excursionPercent: 20, slopePercent: 10, tracked } as const;
  const steps: PlanStep[] = [{ kind: "rounds", roundsMax: 10, until, steps: [fill] }];
  expect(planFills(steps)).toEqual({ least: 4.5, most: 15 });
});
