import { plans } from "@crosspoint/catalog";
import { describe, expect, it } from "vitest";
import { planFigures } from "./plan-figures.ts";

describe("planFigures", () => {
  // As a saved copy of each plan counts them: a database's clients are points, and 32 values may be offered.
  it.each([
    ["quick-check", 3, false],
    ["postgresql-tpcb", 10, false],
    ["power-governor-sweep", 160, true],
    ["snia-pts-e-iops", 1401, true],
  ])("%s has %i points", (id, points, pointsAreAtMost) => {
    const plan = plans.find(({ document }) => document.id === id);
    if (plan === undefined) throw new Error(`The catalog has no plan ${id}.`);
    expect(planFigures(plan.document)).toMatchObject({ points, pointsAreAtMost });
  });
});
