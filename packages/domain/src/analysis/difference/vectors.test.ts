import { expect, it } from "vitest";
import { expectNear, golden, shared } from "../testing/vectors.ts";
import { mannWhitney } from "./mann-whitney.ts";
import { permutationP } from "./permutation.ts";
import { shiftBetween } from "./shift.ts";
import { welch } from "./welch.ts";

interface Input {
  readonly a: number[];
  readonly b: number[];
}

interface Expected {
  readonly mann_whitney: {
    readonly u_a: number;
    readonly u_b: number;
    readonly ties: boolean;
    readonly normal: { readonly p: number };
    readonly exact: { readonly p: number } | null;
    readonly chosen: "exact" | "normal";
  };
  readonly permutation: { readonly p: number } | null;
  readonly effect: { readonly hodges_lehmann_shift: number; readonly cliffs_delta: number };
  readonly welch: {
    readonly t: number;
    readonly degrees_of_freedom: number;
    readonly p: number;
    readonly difference: number;
    readonly interval_95: [number, number];
  } | null;
}

const vectors = [...golden<Input, Expected>("differences"), ...shared<Input, Expected>("differences")];
const near = (found: number, expected: number) => expectNear(found, expected, 1e-6, 1e-10);

it.each(vectors)("difference, $name", ({ input: { a, b }, expected }) => {
  const ranks = mannWhitney(a, b);
  const wanted = expected.mann_whitney;
  expect(ranks).toMatchObject({ uA: wanted.u_a, uB: wanted.u_b, hasTies: wanted.ties, by: wanted.chosen });
  near(ranks.p, (wanted.chosen === "exact" ? wanted.exact : wanted.normal)?.p ?? -1);
  const permuted = permutationP(a, b);
  if (permuted === undefined || expected.permutation === null) expect(permuted ?? null).toBe(expected.permutation);
  else near(permuted, expected.permutation.p);
  const { shift, cliffsDelta } = shiftBetween(a, b, 0.95);
  near(shift, expected.effect.hodges_lehmann_shift);
  near(cliffsDelta, expected.effect.cliffs_delta);
  const tested = welch(a, b);
  if (tested.kind === "noSpread" || expected.welch === null) {
    expect([tested.kind, expected.welch]).toEqual(["noSpread", null]);
    return;
  }
  near(tested.t, expected.welch.t);
  near(tested.degreesOfFreedom, expected.welch.degrees_of_freedom);
  near(tested.p, expected.welch.p);
  near(tested.difference, expected.welch.difference);
  near(tested.interval.low, expected.welch.interval_95[0]);
  near(tested.interval.high, expected.welch.interval_95[1]);
});
