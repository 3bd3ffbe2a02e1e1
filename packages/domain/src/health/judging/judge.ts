import type { Condition, OpenCondition } from "../condition.ts";
import type { HealthFacts } from "../facts.ts";
import type { PastFacts } from "../past/past-facts.ts";
import { HEALTH_RULES, healthRule } from "../registry.ts";
import type { Grade, GrowthRule, PastRule, ReportRule, RuleData, SeriesRule } from "../rule.ts";
import type { HealthRuleId } from "../rule-ids.ts";
import { DEFAULT_SETTINGS, gradesOf, type HealthSettings } from "../settings.ts";
import { judgeGrowth } from "./growth.ts";
import { judgeReading } from "./reading.ts";
import { judgeSeries } from "./series.ts";

const REPORT_RULES = HEALTH_RULES.filter((rule): rule is ReportRule => rule.by === "facts");
type WorkerRule = PastRule | SeriesRule | GrowthRule;
const WORKER_RULES = HEALTH_RULES.filter((rule): rule is WorkerRule => rule.by !== "facts" && rule.by !== "nothing");

/**
 * What is open from now on of the rules that are judged at a report. Asked with every sample: where nothing is wrong, it makes
 * next to nothing.
 *
 * @param open all that is open, the worker's too.
 */
export function judgeLevel(
  facts: HealthFacts,
  open: readonly OpenCondition[],
  settings: HealthSettings = DEFAULT_SETTINGS,
): Condition[] {
  const found: Condition[] = [];
  const atMs = facts.sample?.timeMs ?? 0;
  for (const rule of REPORT_RULES) {
    const read = rule.read(facts, open);
    const condition = judgeReading(rule, read, openOf(open, rule.id), gradesOf(settings, rule), atMs);
    if (condition !== undefined) found.push(condition);
  }
  return found.length === 0 ? found : withoutHidden(found, open, "report");
}

/**
 * The same of the rules that the worker judges, by what is known of the past.
 *
 * @param open all that is open, the report's too.
 */
export function judgePast(
  facts: PastFacts,
  open: readonly OpenCondition[],
  settings: HealthSettings = DEFAULT_SETTINGS,
): Condition[] {
  const found = WORKER_RULES.flatMap((rule) => {
    const condition = judgeByPast(rule, facts, open, gradesOf(settings, rule));
    return condition === undefined ? [] : [condition];
  });
  return withoutHidden(found, open, "worker");
}

function judgeByPast(
  rule: WorkerRule,
  facts: PastFacts,
  open: readonly OpenCondition[],
  grades: readonly Grade[],
): Condition | undefined {
  const before = openOf(open, rule.id);
  switch (rule.by) {
    case "past":
      return judgeReading(rule, rule.read(facts, open), before, grades, facts.nowMs);
    case "series":
      return judgeSeries(rule, facts, before, grades);
    case "growth":
      return judgeGrowth(rule, facts, before, grades);
  }
}

function openOf(open: readonly OpenCondition[], id: HealthRuleId): OpenCondition | undefined {
  return open.length === 0 ? undefined : open.find(({ rule }) => rule === id);
}

/** Where another rule says more, one says nothing of its own. */
function withoutHidden(
  found: readonly Condition[],
  open: readonly OpenCondition[],
  judge: RuleData["judgedBy"],
): Condition[] {
  const others = open.filter(({ rule }) => healthRule(rule)?.judgedBy !== judge);
  const said = new Set([...found, ...others].map(({ rule }) => rule));
  return found.filter(({ rule }) => !(healthRule(rule)?.hiddenBy ?? []).some((id) => said.has(id)));
}
