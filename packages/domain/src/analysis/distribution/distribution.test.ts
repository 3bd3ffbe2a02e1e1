import { expect, it } from "vitest";
import goldens from "../golden/distributions.json" with { type: "json" };
import { expectNear } from "../testing/vectors.ts";
import { normalCdf, normalQuantile, normalUpperTail } from "./normal.ts";
import { studentCritical, studentTwoSided } from "./student-t.ts";

it.each(goldens.normal)("normal: the tail beyond $z, and where a probability lies", ({ z, upperTail, cdf }) => {
  expectNear(normalUpperTail(z), upperTail, 1e-12, 0);
  expectNear(normalCdf(z), cdf, 1e-12, 0);
});

it.each(goldens.normalQuantiles)("normal: the quantile of $probability", ({ probability, z }) => {
  expectNear(normalQuantile(probability), z, 1e-12, 1e-12);
});

it.each(goldens.student)("Student's t: $t with $degreesOfFreedom degrees of freedom", ({ t, degreesOfFreedom, p }) => {
  expectNear(studentTwoSided(t, degreesOfFreedom), p, 1e-10, 0);
});

it.each(goldens.studentCritical)("Student's t: the bounds of $confidence with $degreesOfFreedom", (expected) => {
  expectNear(studentCritical(expected.confidence, expected.degreesOfFreedom), expected.t, 1e-9, 0);
});

it("refuses what has no quantile", () => {
  for (const probability of [0, 1, -1, Number.NaN]) expect(() => normalQuantile(probability)).toThrow(RangeError);
  expect(() => studentCritical(0.95, 0)).toThrow(RangeError);
});
