import { describe, expect, it } from "vitest";
import type { OpenCondition } from "../condition.ts";
import type { Growth, PastFacts } from "../past/past-facts.ts";
import { HEALTH_RULES } from "../registry.ts";
import type { Grade, GrowthRule } from "../rule.ts";
import { judgeGrowth } from "./growth.ts";
import { hourMs, nowMs } from "./testing.ts";

const RULES = HEALTH_RULES.filter((rule): rule is GrowthRule => rule.by === "growth");
const ruleOf = (id: string): GrowthRule => {
  const rule = RULES.find((each) => each.id === id);
  if (rule === undefined) throw new Error(id);
  return rule;
};
const hoursAgo = (hours: number, by: number): Growth => ({ atMs: nowMs - hours * hourMs, by });
const factsOf = ({ counter }: GrowthRule, growth: readonly Growth[], total?: bigint): PastFacts => ({
  nowMs,
  limits: {},
  growth: { [counter]: growth },
  totals: { [counter]: total },
});
const judge = (rule: GrowthRule, growth: readonly Growth[], open?: OpenCondition) =>
  judgeGrowth(rule, factsOf(rule, growth), open, rule.grades);
const hoursOf = ({ withinHours }: Grade) => withinHours ?? 24;

/** What the rules are, in figures: [severity, growth, hours] and the quiet days after which they end. */
it("the rules are these", () => {
  const figures = RULES.map(({ id, grades, clears }) => {
    const written = grades.map((grade) => `${grade.severity} ${grade.at} in ${hoursOf(grade)} h`);
    return `${id}: ${written.join(", ")}; ${clears.byPerson ? "by a person" : `${(clears.afterMinutes ?? 0) / 1440} d`}`;
  });
  expect(figures.toSorted()).toEqual([
    "availableSpareSlope: watch 2 in 720 h; 60 d",
    "badBlocks: watch 4 in 720 h; 60 d",
    "commandErrors: watch 10 in 24 h; 2 d",
    "controllerResets: replace 3 in 168 h, watch 1 in 24 h; 14 d",
    "counterWentBackwards: watch 1 in 720 h; by a person",
    "criticalTemperatureTime: watch 1 in 24 h; 2 d",
    "endToEndErrors: replace 2 in 720 h, watch 1 in 720 h; 90 d",
    "errorLogGrowth: replace 10 in 24 h, watch 1 in 24 h; 7 d",
    "incompleteShutdown: watch 1 in 720 h; 90 d",
    "linkErrors: watch 1000 in 24 h; 3 d",
    "linkFatalErrors: replace 3 in 168 h, watch 1 in 168 h; 14 d",
    "mediaErrorBurst: replace 100 in 24 h; by a person",
    "mediaErrors: replace 10 in 360 h, watch 1 in 360 h; 30 d",
    "temperatureTime: watch 30 in 24 h; 2 d",
    "thermalThrottle: watch 1 in 24 h; 1 d",
    "unsafeShutdowns: watch 3 in 168 h; 14 d",
  ]);
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  it.each(rule.grades)("$severity by $at within $withinHours h, and not by one less", (grade) => {
    const within = hoursOf(grade) - 1;
    expect(judge(rule, [hoursAgo(within, grade.at - 1), hoursAgo(within - 1, 1)])).toEqual({
      rule: id,
      severity: grade.severity,
      value: grade.at,
      threshold: grade.at,
      unit: rule.unit,
      withinHours: hoursOf(grade),
      sinceMs: nowMs - (within - 1) * hourMs,
    });
    expect(judge(rule, [hoursAgo(within, grade.at - 1)])?.severity).not.toBe(grade.severity);
  });

  it.each(rule.grades)("$severity not by what lies before", (grade) => {
    expect(judge(rule, [hoursAgo(hoursOf(grade), grade.at), hoursAgo(1, 0)])?.severity).not.toBe(grade.severity);
  });

  it("ends after its quiet time, no sooner, or only by a person", () => {
    const worst = rule.grades[0]?.at ?? 0;
    const found = judge(rule, [hoursAgo(1, worst)]);
    if (found === undefined) throw new Error("not found");
    const { sinceMs: _, ...open } = found;
    const longAgo = (hours: number, more: Partial<OpenCondition> = {}) =>
      judge(rule, [hoursAgo(hours, worst)], { ...open, ...more });
    const quiet = (rule.clears.afterMinutes ?? 0) / 60;
    if (rule.clears.byPerson === true) {
      expect(longAgo(10_000)).toMatchObject({ severity: open.severity, clearingSinceMs: nowMs });
      expect(longAgo(10_000, { acknowledged: { severity: open.severity } })).toBeUndefined();
    } else {
      expect(longAgo(quiet - 1)).toEqual({ ...open, clearingSinceMs: undefined });
      expect([longAgo(quiet), judge(rule, [], open)]).toEqual([undefined, undefined]);
    }
  });
});

describe("a growth rule", () => {
  const rule = ruleOf("mediaErrors");
  const watched: OpenCondition = { rule: "mediaErrors", severity: "watch", value: 1, threshold: 1, unit: "errors" };
  const condemned: OpenCondition = { ...watched, severity: "replace", value: 12, threshold: 10 };

  it("becomes worse while it is open, and not better", () => {
    expect(judge(rule, [hoursAgo(2, 10)], watched)).toMatchObject({ severity: "replace", value: 10 });
    expect(judge(rule, [hoursAgo(2, 1)], condemned)).toMatchObject({ severity: "replace", value: 12, threshold: 10 });
  });

  it("takes up the figure of what grows on, and where the counter stands", () => {
    expect(judgeGrowth(rule, factsOf(rule, [hoursAgo(2, 3)], 2n ** 127n), watched, rule.grades)).toMatchObject({
      severity: "watch",
      value: 3,
      total: 2n ** 127n,
    });
  });

  it("does not end where it is off a counter that still grows slowly", () => {
    expect(judge(rule, [hoursAgo(29 * 24, 1)], watched)).toMatchObject({ severity: "watch", value: 1 });
  });

  it("says nothing of a counter that nobody tells of, and leaves open what was", () => {
    const untold: PastFacts = { nowMs, limits: {}, growth: {} };
    expect(judgeGrowth(rule, untold, undefined, rule.grades)).toBeUndefined();
    expect(judgeGrowth(rule, untold, { ...watched, acknowledged: { severity: "watch" } }, rule.grades)).toEqual(
      watched,
    );
  });

  it("goes by the grades that somebody set, and is off without any", () => {
    const facts = factsOf(rule, [hoursAgo(2, 5)]);
    const grades = [{ severity: "replace", at: 5, withinHours: 24 }] as const;
    expect(judgeGrowth(rule, facts, undefined, grades)).toMatchObject({ severity: "replace", withinHours: 24 });
    expect(judgeGrowth(rule, facts, watched, [])).toBeUndefined();
    // A grade that nobody sets any more does not hold it open.
    expect(judgeGrowth(rule, factsOf(rule, []), watched, grades)).toBeUndefined();
  });
});
