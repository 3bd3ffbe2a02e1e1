import type { PlanStep } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { mayEndSooner, stepPlace } from "./step-place.ts";

const sweep: PlanStep = { kind: "sweep", pattern: "random", readPercent: 0, blockBytes: 4096, durationSeconds: 60 };
const fill: PlanStep = { kind: "fill", method: "sequential", blockBytes: 131_072, fills: 2 };
const until = { kind: "steadyState", windowRounds: 5, excursionPercent: 20, slopePercent: 10, tracked: [] } as const;
const rounds: PlanStep = { kind: "rounds", roundsMax: 25, steps: [sweep] };
const steady: PlanStep = { ...rounds, until };
const search: PlanStep = { kind: "search", raise: "rate", from: 1, to: 8, resolution: 1, criteria: [], steps: [sweep] };
const each: PlanStep = { kind: "each", setting: "powerGovernor", values: [0, 1], steps: [fill, steady] };

describe("the place of a point in its plan", () => {
  it("names every step on the way, and the round with whether there may be fewer", () => {
    const round = undefined;
    expect(stepPlace([sweep], { stepPath: [0], round })).toBeUndefined();
    expect(stepPlace([sweep], { stepPath: [3], round })).toBeUndefined();
    expect(stepPlace([fill, sweep], { stepPath: [0], round })).toBe("Step 1 of 2: sequential fill");
    expect(stepPlace([fill, rounds], { stepPath: [1, 0], round: 2 })).toBe("Step 2 of 2: rounds, sweep, round 3 of 25");
    expect(stepPlace([each, fill], { stepPath: [0, 1, 0], round: 0 })).toBe(
      "Step 1 of 2: each power limit, rounds until steady state, sweep, round 1 of at most 25",
    );
    expect(stepPlace([search], { stepPath: [0, 0], round })).toBe("search for the highest rate, sweep");
  });

  it("knows which plans end on what they measure", () => {
    expect([[sweep], [fill, rounds]].map(mayEndSooner)).toEqual([false, false]);
    expect([[steady], [search], [sweep, each]].map(mayEndSooner)).toEqual([true, true, true]);
  });
});
