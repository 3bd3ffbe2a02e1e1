import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ScoredMetric, scoreOf } from "./score.ts";
import { expectNear, shared } from "./testing/vectors.ts";

interface Expected {
  readonly score: number | null;
  readonly used: string[];
  readonly left_out: string[];
  readonly ratios: Record<string, number>;
}

it.each(shared<{ metrics: ScoredMetric[] }, Expected>("score"))("score, $name", ({ input, expected }) => {
  const found = scoreOf(input.metrics);
  expect(found.leftOut.map(({ id }) => id)).toEqual(expected.left_out);
  if (expected.score === null) return expect(found).toMatchObject({ kind: "tooLittle", of: "metrics" });
  if (found.kind !== "score") throw new Error("there are metrics");
  expectNear(found.score, expected.score);
  expect(found.basis.parts.map(({ id }) => id)).toEqual(expected.used);
  for (const { id, ratio } of found.basis.parts) expectNear(ratio, expected.ratios[id] ?? -1);
});

const higher = (id: string, value: number | null, baseline: number | null): ScoredMetric => ({
  id,
  better: "higher",
  value,
  baseline,
});

describe("scoreOf", () => {
  it("of twice the rate and half the latency is 200; of twice and half is 100", () => {
    const latency: ScoredMetric = { id: "latency", better: "lower", value: 25, baseline: 50 };
    expect(scoreOf([higher("iops", 2000, 1000), latency])).toEqual({
      kind: "score",
      method: "geometricMean",
      score: expect.closeTo(200, 9),
      basis: {
        parts: [
          { id: "iops", ratio: 2 },
          { id: "latency", ratio: 2 },
        ],
      },
      leftOut: [],
    });
    expect(scoreOf([higher("iops", 2000, 1000), higher("mb", 500, 1000)])).toMatchObject({ score: 100 });
  });

  it("names what it left out, and why", () => {
    const metrics = [higher("a", 3, 2), higher("b", null, 2), higher("c", 3, null), higher("d", 0, 2)];
    expect(scoreOf(metrics)).toMatchObject({
      score: expect.closeTo(150, 9),
      leftOut: [
        { id: "b", reason: "noValue" },
        { id: "c", reason: "noBaseline" },
        { id: "d", reason: "notAboveZero" },
      ],
    });
    expect(scoreOf(metrics.slice(1))).toMatchObject({ kind: "tooLittle", needs: 1, has: 0, leftOut: { length: 3 } });
  });

  it("gives the same ratio of two drives whatever the baseline, and no overflow", () => {
    const figures = fc.array(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), { minLength: 3, maxLength: 3 });
    const score = (values: number[], baselines: number[]) => {
      const found = scoreOf(values.map((value, index) => higher(`m${index}`, value, baselines[index] ?? null)));
      return found.kind === "score" ? found.score : expect.fail("there are metrics");
    };
    fc.assert(
      fc.property(figures, figures, figures, figures, (a, b, one, other) => {
        expect(score(a, one) / score(b, one) / (score(a, other) / score(b, other))).toBeCloseTo(1, 9);
      }),
    );
    expect(score([1e300, 1e300, 1e300], [1, 1, 1]) / 1e302).toBeCloseTo(1, 9);
  });
});
