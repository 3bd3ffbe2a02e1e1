import { expect, it } from "vitest";
import { consistencyOf } from "./consistency.ts";
import { expectNear, shared } from "./testing/vectors.ts";

interface Expected {
  readonly seconds: number;
  readonly missing_seconds: number;
  readonly mean: number | null;
  readonly stdev: number | null;
  readonly cv: number | null;
  readonly share_below_half_mean: number | null;
  readonly stdev_last_200_s: number | null;
}

it.each(shared<{ iops_per_second: (number | null)[] }, Expected>("consistency"))(
  "consistency, $name",
  ({ input, expected }) => {
    const found = consistencyOf(input.iops_per_second);
    if (expected.stdev === null || expected.mean === null) {
      expect(found).toEqual({ kind: "tooLittle", of: "seconds", needs: 2, has: expected.seconds });
      return;
    }
    if (found.kind !== "consistency") throw new Error("there is enough");
    expect(found.basis).toEqual({ seconds: expected.seconds, missingSeconds: expected.missing_seconds });
    expectNear(found.mean, expected.mean);
    expectNear(found.deviation, expected.stdev);
    if (expected.cv === null) expect(found.relative).toMatchObject({ kind: "tooLittle", of: "operations" });
    else if (found.relative.kind === "relative") {
      expectNear(found.relative.coefficientOfVariation, expected.cv);
      expectNear(found.relative.shareBelowHalfMean, expected.share_below_half_mean ?? -1);
    } else throw new Error("there is a mean");
    if (expected.stdev_last_200_s === null) expect(found.last.kind).toBe("tooLittle");
    else if (found.last.kind === "last") expectNear(found.last.deviation, expected.stdev_last_200_s);
    else throw new Error("there are 200 seconds");
  },
);

const of = (count: number, value: (second: number) => number | null) =>
  Array.from({ length: count }, (_, s) => value(s));

it("leaves a gap out: 100 and 300 with a gap between them deviate by 141.4, not more", () => {
  // Mean 200, squares 2 × 100², by n - 1 = 1: √20,000.
  expect(consistencyOf([100, null, 300])).toMatchObject({
    basis: { seconds: 2, missingSeconds: 1 },
    mean: 200,
    deviation: Math.sqrt(20_000),
    relative: { shareBelowHalfMean: 0 },
    last: { kind: "tooLittle", needs: 200, has: 3 },
  });
});

it("judges the last 200 seconds by themselves, from 200 seconds on", () => {
  const settled = of(300, (second) => (second < 100 ? 1000 - second : 500));
  expect(consistencyOf(settled)).toMatchObject({ last: { kind: "last", seconds: 200, deviation: 0 } });
  expect(consistencyOf(of(199, () => 5))).toMatchObject({ last: { kind: "tooLittle", needs: 200, has: 199 } });
  expect(consistencyOf(of(200, (second) => (second < 150 ? null : 5)))).toMatchObject({ last: { seconds: 50 } });
});

it("relates nothing to a mean of zero, and says nothing of one second", () => {
  expect(consistencyOf([0, 0, 0])).toMatchObject({ mean: 0, relative: { kind: "tooLittle", of: "operations" } });
  expect(consistencyOf([7, null])).toEqual({ kind: "tooLittle", of: "seconds", needs: 2, has: 1 });
});

it("counts seconds strictly below half of the mean: 3 of 10 in a sawtooth", () => {
  // (7 × 90,000 + 3 × 30,000) / 10 = 72,000; half is 36,000.
  const saw = of(10, (second) => (second < 7 ? 90_000 : 30_000));
  expect(consistencyOf(saw)).toMatchObject({ mean: 72_000, relative: { shareBelowHalfMean: 0.3 } });
  expect(consistencyOf([2, 4, 4, 6, 2, 6, 4, 4])).toMatchObject({ mean: 4, relative: { shareBelowHalfMean: 0 } });
});
