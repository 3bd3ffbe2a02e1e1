import { expect, it } from "vitest";
import { planDuration } from "./estimate.ts";
import { shortenedName, shortenPlan, shortForm } from "./shorten.ts";
import type { PlanStep, SweepStep } from "./steps.ts";

const sweep: SweepStep = {
  kind: "sweep",
  pattern: "random",
  blockBytes: [4096, 8192],
  readPercent: 0,
  rampSeconds: 60,
  durationSeconds: 300,
};
const slices = { seconds: 60, overNs: [1000] };
const tracked = [{ metric: "iops" }] as const;
const until = { kind: "steadyState", windowRounds: 5, excursionPercent: 20, slopePercent: 10, tracked } as const;
const steadyState = {
  roundSeconds: 60,
  tracked: "iops",
  windowRounds: 5,
  excursionPercent: 20,
  slopePercent: 10,
  roundsMax: 25,
} as const;
const form = { pointSecondsMax: 4, rampSecondsMax: 1, fillsMax: 0.01, roundsMax: 3 };

const database = { kind: "database", system: "postgresql", benchmark: "tpcbLike", clients: 4 } as const;

it.each<[PlanStep, object]>([
  [
    { ...database, sizeGib: 64, rampSeconds: 60, durationSeconds: 300 },
    { sizeGib: 0.1, rampSeconds: 1, durationSeconds: 4 },
  ],
  [sweep, { rampSeconds: 1, durationSeconds: 4 }],
  [
    { ...sweep, durationSeconds: 2, slices },
    { rampSeconds: 1, durationSeconds: 2, slices: { ...slices, seconds: 2 } },
  ],
  [
    { ...sweep, durationSeconds: undefined, fills: 2 },
    { rampSeconds: 1, durationSeconds: 4, fills: undefined },
  ],
  [
    { ...sweep, durationSeconds: undefined, steadyState },
    { rampSeconds: 1, steadyState: { ...steadyState, roundSeconds: 4, windowRounds: 3, roundsMax: 3 } },
  ],
  [
    { kind: "streams", durationSeconds: 300, streams: [], slices },
    { durationSeconds: 4, slices: { ...slices, seconds: 2 } },
  ],
  [
    { kind: "fill", method: "random", blockBytes: 4096, fills: 2 },
    { fills: 0.01, durationSecondsMax: 3600 },
  ],
  [
    { kind: "fill", method: "sprandom", blockBytes: 4096, overProvisioningPercent: 10, durationSecondsMax: 60 },
    { spanPercent: 1, durationSecondsMax: 60 },
  ],
  [{ kind: "idle", seconds: 600 }, { seconds: 4 }],
  [
    { kind: "rounds", roundsMax: 25, until, steps: [sweep] },
    { roundsMax: 3, until: { ...until, windowRounds: 3 }, steps: [{ ...sweep, rampSeconds: 1, durationSeconds: 4 }] },
  ],
  [
    {
      kind: "search",
      raise: "queueDepth",
      from: 1,
      to: 2,
      resolution: 1,
      confirmSeconds: 7200,
      criteria: [],
      steps: [sweep],
    },
    { confirmSeconds: 4, steps: [{ ...sweep, rampSeconds: 1, durationSeconds: 4 }] },
  ],
  [{ kind: "purge", method: "format" }, {}],
])("%j is the same step, shorter", (step, changed) => {
  const each: PlanStep = { kind: "each", setting: "powerState", values: [0], steps: [step] };
  expect(shortenPlan([step, each], form)).toEqual([
    { ...step, ...changed },
    { ...each, steps: [{ ...step, ...changed }] },
  ]);
});

it("shortens the fills before rated figures like others, which its time must not cut off", () => {
  const rated = { kind: "ratedFigures", durationSeconds: 60 } as const;
  expect(shortenPlan([rated], form)).toEqual([
    { ...rated, durationSeconds: 4, sequentialFills: 0.01, randomFills: 0.01, fillSecondsMax: 3600 },
  ]);
  const [none] = shortenPlan([{ ...rated, sequentialFills: 0, fillSecondsMax: 60 }], form);
  expect(none).toMatchObject({ sequentialFills: 0, randomFills: 0.01, fillSecondsMax: 60 });
  const reads = { ...rated, figures: "reads" } as const;
  expect(shortenPlan([reads], form)).toEqual([{ ...reads, durationSeconds: 4 }]);
});

it("takes as long as its points: 2 x (1 s + 4 s)", () => {
  expect(planDuration(shortenPlan([sweep], form)).secondsMost).toBe(10);
});

it("cuts ramps, fills and rounds in proportion", () => {
  expect(shortForm(2)).toEqual({ pointSecondsMax: 2, rampSecondsMax: 0, fillsMax: 0.01, roundsMax: 2 });
  expect(shortForm(60)).toMatchObject({ pointSecondsMax: 60, rampSecondsMax: 15 });
});

it("says in the name how short it is, once", () => {
  const name = shortenedName("Quick check", 10);
  expect(name).toBe("Quick check, shortened to points of 10 s");
  expect(shortenedName(name, 2)).toBe("Quick check, shortened to points of 2 s");
  expect(shortenedName("x".repeat(200), 2)).toHaveLength(200);
});
