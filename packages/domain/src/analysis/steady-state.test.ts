import { expect, it } from "vitest";
import { SNIA_STEADY_STATE, type SteadyStateWindow, steadyStateOf } from "./steady-state.ts";
import { expectNear, golden, shared } from "./testing/vectors.ts";

interface Input {
  readonly rounds: number[];
  readonly window_rounds: number;
  readonly max_range_percent: number;
  readonly max_slope_percent: number;
  readonly rounds_max: number;
}

interface Expected {
  readonly round: number | null;
  readonly window?: [number, number];
  readonly average?: number;
  readonly range?: number;
  readonly range_percent?: number;
  readonly slope_per_round?: number;
  readonly slope_percent?: number;
  readonly reason: "too_few_rounds" | "not_yet" | "not_reached" | null;
  readonly last_window?: {
    readonly average: number;
    readonly range: number;
    readonly slope_per_round: number;
    readonly range_holds: boolean;
    readonly slope_holds: boolean;
  } | null;
}

const KINDS = { not_yet: "notYet", not_reached: "notReached" } as const;

const vectors = [...golden<Input, Expected>("steady-state"), ...shared<Input, Expected>("steady-state")];

it.each(vectors)("steady state, $name", ({ input, expected }) => {
  const found = steadyStateOf(input.rounds, {
    windowRounds: input.window_rounds,
    excursionPercent: input.max_range_percent,
    slopePercent: input.max_slope_percent,
    roundsMax: input.rounds_max,
  });
  if (expected.reason === "too_few_rounds") {
    expect(found).toEqual({ kind: "tooLittle", of: "rounds", needs: 5, has: input.rounds.length });
  } else if (expected.reason !== null) {
    if (found.kind === "tooLittle") throw new Error("there are enough");
    expect(found.kind).toBe(KINDS[expected.reason]);
    const { last_window: last } = expected;
    expect(found.window).toMatchObject({ rangeHolds: last?.range_holds, slopeHolds: last?.slope_holds });
    agrees(found.window, last);
  } else {
    if (found.kind !== "reached") throw new Error(`it is ${found.kind}`);
    expect([found.round, found.window.fromRound, found.window.toRound]).toEqual([
      expected.round,
      ...(expected.window ?? []),
    ]);
    agrees(found.window, expected);
    expectNear(found.window.rangePercent ?? -1, expected.range_percent ?? -2);
    expectNear(found.window.slopePercent ?? -1, expected.slope_percent ?? -2);
  }
});

function agrees(
  window: SteadyStateWindow | undefined,
  expected: Partial<NonNullable<Expected["last_window"]>> | null = null,
) {
  if (window === undefined || expected === null) throw new Error("there is no window");
  expectNear(window.average, expected.average ?? -1);
  expectNear(window.range, expected.range ?? -1);
  expectNear(window.slopePerRound, expected.slope_per_round ?? Number.MAX_VALUE);
}

it("takes no window across a round without its figure, and counts it", () => {
  // The window begins anew behind round 4: rounds 5 to 9.
  const found = steadyStateOf([1000, 1000, 1000, null, 1000, 1000, 1000, 1000, 1000]);
  expect(found).toMatchObject({ kind: "reached", round: 9, basis: { rounds: 9, gaps: 1 } });
  expect(steadyStateOf([1000, 1000, 1000, null, 1000])).toMatchObject({ kind: "notYet", window: undefined });
});

it("draws the line through the middle of the window", () => {
  // Slope 25 a round: from 1000 - 2 × 25 to 1000 + 2 × 25.
  expect(steadyStateOf([950, 975, 1000, 1025, 1050])).toMatchObject({
    window: { line: [950, 1050], slopePerRound: 25 },
  });
});

it("counts no round past the most that are allowed", () => {
  const falling = Array.from({ length: 25 }, (_, round) => 1e6 * 0.8 ** round);
  expect(steadyStateOf([...falling, 9, 9, 9, 9, 9])).toMatchObject({ kind: "notReached", basis: { rounds: 25 } });
  expect(() => steadyStateOf([1, 2, 3], { ...SNIA_STEADY_STATE, windowRounds: 1 })).toThrow(RangeError);
});
