import { describe, expect, it } from "vitest";
import { judgeLevel } from "./judging/judge.ts";
import { HEALTHY } from "./judging/testing.ts";
import { HEALTH_RULES } from "./registry.ts";
import type { HealthRuleId } from "./rule-ids.ts";
import { overrideProblem, type RuleOverride, type SetGrade, settingsOf } from "./settings.ts";

const used = (...grades: SetGrade[]): RuleOverride => ({ rule: "percentageUsed", grades });

describe("settingsOf", () => {
  const verdictsAt = (percentageUsed: number, overrides: readonly RuleOverride[]) => {
    const facts = {
      sample: { ...HEALTHY, percentageUsed },
      limits: {},
      notResponding: false,
      missing: false,
      hostNotReporting: false,
      healthLogUnread: false,
    };
    return judgeLevel(facts, [], settingsOf(overrides)).map(({ severity }) => severity);
  };
  const [fleet, model, group, drive] = [95, 80, 97, 70].map((at) => used({ severity: "watch", at }));

  it("goes by the narrowest: fleet, model, group, drive", () => {
    const overrides = [fleet, model, group, drive].flatMap((override) => override ?? []);
    for (const [length, at] of [
      [0, 90],
      [1, 95],
      [2, 80],
      [3, 97],
      [4, 70],
    ] as const) {
      const set = overrides.slice(0, length);
      expect([verdictsAt(at - 1, set), verdictsAt(at, set)], `${length} overrides`).toEqual([[], ["watch"]]);
    }
  });

  it("switches a rule off, and a narrower scope switches it on again", () => {
    const off: RuleOverride = { rule: "percentageUsed", grades: "off" };
    expect(verdictsAt(255, [off])).toEqual([]);
    expect(verdictsAt(255, [off, used({ severity: "watch", at: 100 })])).toEqual(["watch"]);
  });

  it("replaces all grades of a rule, keeps their order, and fills in what is left out", () => {
    const mediaErrors = settingsOf([
      {
        rule: "mediaErrors",
        grades: [
          { severity: "watch", at: 2 },
          { severity: "replace", at: 50, withinHours: 24 },
        ],
      },
    ]).get("mediaErrors");
    expect(mediaErrors).toMatchObject([
      { severity: "replace", at: 50, withinHours: 24 },
      { severity: "watch", at: 2, withinHours: 360 },
    ]);
    const spare = settingsOf([{ rule: "availableSpare", grades: [{ severity: "watch", at: 20 }] }]).get(
      "availableSpare",
    );
    // The rule's own watch is at 5 and clears at 7.
    expect(spare).toMatchObject([{ severity: "watch", at: 20, clearsAt: 22 }]);
  });

  it("leaves out a rule that this version does not have", () => {
    expect(settingsOf([{ rule: "retired" as HealthRuleId, grades: "off" }]).size).toBe(0);
  });
});

describe("overrideProblem", () => {
  it.each<[string, RuleOverride, string | undefined]>([
    ["fine", used({ severity: "watch", at: 95, clearsAt: 94 }), undefined],
    ["off", { rule: "missing", grades: "off" }, undefined],
    ["unknown", { rule: "x" as HealthRuleId, grades: "off" }, "There is no rule x."],
    ["empty", used(), "Give at least one grade, or switch the rule off."],
    ["twice", used({ severity: "watch", at: 1 }, { severity: "watch", at: 2 }), "Give one grade for each severity."],
    ["other severity", used({ severity: "failed", at: 1 }), 'Percentage used has no grade "failed".'],
    ["too low", used({ severity: "watch", at: 0 }), "The threshold must be from 1 to 255."],
    ["no number", used({ severity: "watch", at: Number.NaN }), "The threshold must be from 1 to 255."],
    ["more than a drive counts", used({ severity: "watch", at: 256 }), "The threshold must be from 1 to 255."],
    [
      "more spare than there is",
      { rule: "availableSpareSlope", grades: [{ severity: "watch", at: 101 }] },
      "The threshold must be from 1 to 100.",
    ],
    ["many times the rating", { rule: "writesAboveRating", grades: [{ severity: "watch", at: 5000 }] }, undefined],
    ["below a limit", { rule: "writeProtect", grades: [{ severity: "watch", at: -20 }] }, undefined],
    [
      "further below it than there is",
      { rule: "writeProtect", grades: [{ severity: "watch", at: -101 }] },
      "The threshold must be from -100 to 100.",
    ],
    ["an end at nothing", used({ severity: "watch", at: 1, clearsAt: 0 }), undefined],
    [
      "an end at no temperature",
      { rule: "idleHeat", grades: [{ severity: "watch", at: 328, clearsAt: 0 }] },
      "The end must be from 200 to 500.",
    ],
    // By default it is at 500 and ends 200 below: from 150 that is never.
    [
      "an end below nothing, by default",
      { rule: "writeAmplification", grades: [{ severity: "watch", at: 150 }] },
      "Give an end from 0 to 10000: as far from the threshold as by default it lies outside of that.",
    ],
    [
      "an end of its own there",
      { rule: "writeAmplification", grades: [{ severity: "watch", at: 150, clearsAt: 120 }] },
      undefined,
    ],
    ["an end by default", { rule: "writeAmplification", grades: [{ severity: "watch", at: 250 }] }, undefined],
    // By default it is at 43 and ends 47 above: from 60 that is 107 %, which no drive reaches.
    [
      "an end above all there is, by default",
      { rule: "capacitorHealth", grades: [{ severity: "replace", at: 60 }] },
      "Give an end from 0 to 100: as far from the threshold as by default it lies outside of that.",
    ],
    [
      "ends where it holds",
      used({ severity: "watch", at: 90, clearsAt: 91 }),
      "A condition must not end where it still holds.",
    ],
    [
      "ends where it holds, downwards",
      { rule: "availableSpare", grades: [{ severity: "watch", at: 5, clearsAt: 4 }] },
      "A condition must not end where it still holds.",
    ],
    [
      "longer than is looked back",
      { rule: "mediaErrors", grades: [{ severity: "watch", at: 1, withinHours: 1441 }] },
      "Growth is counted over 1 to 1440 hours.",
    ],
    [
      "no time at all",
      { rule: "mediaErrors", grades: [{ severity: "watch", at: 1, withinHours: 0 }] },
      "Growth is counted over 1 to 1440 hours.",
    ],
    [
      "lasts too long",
      { rule: "warningTemperature", grades: [{ severity: "watch", at: 0, forMinutes: 61 }] },
      "It may have to last 0 to 60 minutes.",
    ],
    [
      "lasts longer than hours are looked at",
      { rule: "idleHeat", grades: [{ severity: "watch", at: 328, forMinutes: 1441 }] },
      "It may have to last 0 to 1440 minutes.",
    ],
    [
      "growth by nothing",
      { rule: "mediaErrors", grades: [{ severity: "watch", at: 0 }] },
      "The threshold must be from 1 to 1000000000.",
    ],
    [
      "a bit has no threshold",
      { rule: "criticalWarning.readOnly", grades: [{ severity: "failed", at: 2 }] },
      "The threshold must be from 1 to 1.",
    ],
    [
      "nor has presence",
      { rule: "missing", grades: [{ severity: "missing", at: 5 }] },
      "The threshold must be from 1 to 1.",
    ],
  ])("%s", (_, override, problem) => {
    expect(overrideProblem(override)).toBe(problem);
  });

  it("takes each rule's own grades", () => {
    for (const { id: rule, grades, by } of HEALTH_RULES) {
      if (by === "nothing" || grades.length === 0) continue;
      expect(overrideProblem({ rule, grades }), rule).toBeUndefined();
    }
  });
});
