import { expandPlan } from "@crosspoint/domain";
import type { PlanStep } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import { pointsUnheard } from "./points-unheard.ts";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 0, durationSeconds: 30 } as const;
const until = {
  kind: "steadyState",
  windowRounds: 2,
  excursionPercent: 20,
  slopePercent: 10,
  tracked: [{ metric: "iops" as const, queueDepth: 1 }],
} as const;
const body = { ...sweep, queueDepth: [1, 2] };
const exact: PlanStep[] = [{ kind: "rounds", roundsMax: 3, steps: [body] }, sweep];
const early: PlanStep[] = [
  { kind: "rounds", roundsMax: 3, until: { ...until, tracked: [...until.tracked] }, steps: [body] },
  sweep,
];
const search: PlanStep = {
  kind: "search",
  raise: "queueDepth",
  from: 1,
  to: 8,
  resolution: 1,
  criteria: [{ direction: "write", percentile: 99, belowNs: 1000 }],
  steps: [sweep],
};

function unheard(steps: PlanStep[], ...heard: [number, number[], number?][]) {
  return unheardWith([], steps, ...heard);
}

/** With what the agent said of steps that were over. */
function unheardWith(over: number[][], steps: PlanStep[], ...heard: [number, number[], number?][]) {
  const expansion = expandPlan(steps, 100);
  const planned = expansion.kind === "points" ? expansion.points : [];
  const points = heard.map(([sequence, stepPath, round]) => ({ sequence, stepPath, round }));
  return pointsUnheard(steps, planned, points, over).map(({ sequence, stepPath, round }) => [
    sequence,
    stepPath,
    round,
  ]);
}

it("is every other number of a plan whose points are known", () => {
  expect(unheard(exact, [0, [0, 0], 0], [3, [0, 0], 1])).toEqual([
    [1, [0, 0], 0],
    [2, [0, 0], 1],
    [4, [0, 0], 2],
    [5, [0, 0], 2],
    [6, [1], undefined],
  ]);
});

it("is what stands behind the last that was heard of, where rounds may end early", () => {
  expect(unheard(early)).toHaveLength(7);
  expect(unheard(early, [2, [0, 0], 1])).toEqual([
    [3, [0, 0], 1],
    [4, [0, 0], 2],
    [5, [0, 0], 2],
    [6, [1], undefined],
  ]);
  // Steady after two rounds: the step behind them has the number that a third would have had.
  expect(unheard(early, [3, [0, 0], 1], [4, [1]])).toEqual([]);
});

it("is nothing of a step that is over sooner than listed", () => {
  // Steady after the second of three rounds.
  expect(unheardWith([[0]], early, [3, [0, 0], 1])).toEqual([[4, [1], undefined]]);
  // None passed: the first trial failed.
  expect(unheard([search], [0, [0, 0]])).not.toEqual([]);
  expect(unheardWith([[0]], [search], [0, [0, 0]])).toEqual([]);
  // What is over is another step.
  expect(unheardWith([[1]], early, [3, [0, 0], 1])).toHaveLength(4);
});
