import { describe, expect, it } from "vitest";
import { groupPlans, type PlanSummary, planFacts } from "./group-plans";

function plan(id: string, family: string, changes: Partial<PlanSummary> = {}): PlanSummary {
  const facts = {
    dependsOnModel: false,
    durationMs: 180_000,
    durationIsUpperBound: false,
    fills: 0,
    points: 3,
    pointsAreAtMost: false,
    effect: "readsOnly",
  } as const;
  return {
    id,
    name: `Plan ${id}`,
    description: `What ${id} is for`,
    family,
    ...facts,
    sourceIds: [],
    departs: [],
    ...changes,
  };
}

const list = [plan("depths", "AnandTech"), plan("iops", "SNIA PTS-E"), plan("sizes", "AnandTech")];
const found = (search: string) =>
  groupPlans(list, search).map(({ family, plans }) => [family, ...plans.map(({ id }) => id)]);

describe("groupPlans", () => {
  it("keeps the order of families and of plans", () => {
    expect(found("")).toEqual([
      ["AnandTech", "depths", "sizes"],
      ["SNIA PTS-E", "iops"],
    ]);
  });

  it("finds by family, name and description, whatever the case, and leaves families without a match out", () => {
    expect(found("snia")).toEqual([["SNIA PTS-E", "iops"]]);
    expect(found("PLAN SIZES")).toEqual([["AnandTech", "sizes"]]);
  });

  it("wants every word", () => {
    expect(found("anandtech iops")).toEqual([]);
    expect(found(" anandtech  depths ")).toEqual([["AnandTech", "depths"]]);
  });
});

describe("planFacts", () => {
  const facts = (changes: Partial<PlanSummary>) => planFacts(plan("x", "X", changes)).replaceAll("\u2009", " ");

  it.each<[Partial<PlanSummary>, string]>([
    [{}, "3 min, 3 points"],
    [{ points: 1 }, "3 min, 1 point"],
    [{ dependsOnModel: true, points: 0, durationMs: 0 }, "depends on the drive's model"],
    [{ durationIsUpperBound: true, points: 1401 }, "up to 3 min, 1,401 points"],
    [{ durationIsUpperBound: true, points: 160, pointsAreAtMost: true }, "up to 3 min, up to 160 points"],
    [{ effect: "overwrites", fills: 2 }, "3 min + 2 drive fills, 3 points"],
    [{ effect: "purges", fills: 1 }, "3 min + purge + 1 drive fill, 3 points"],
    [{ effect: "purges", durationMs: 0, fills: 4, points: 1 }, "purge + 4 drive fills, 1 point"],
  ])("%o is %s", (changes, expected) => {
    expect(facts(changes)).toBe(expected);
  });
});
