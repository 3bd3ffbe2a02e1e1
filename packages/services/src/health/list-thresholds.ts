import { healthDefaultsFor } from "@crosspoint/catalog";
import {
  explainRule,
  type Grade,
  gradesText,
  type HealthRuleId,
  type HealthSettings,
  settingsOf,
} from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { readGrades } from "../stored/health-threshold.ts";
import { titleOf } from "./rules/acknowledgeable.ts";
import { namesOfScopes } from "./rules/scope-names.ts";
import { scopeOf, type ThresholdScope, thresholdsLimit } from "./rules/threshold-scope.ts";

/** What somebody set in place of a rule's own grades. */
export interface SetThreshold {
  readonly id: string;
  readonly scope: ThresholdScope;
  /** What a person calls the drives: "the fleet", "the group Scratch". */
  readonly drives: string;
  readonly rule: HealthRuleId;
  readonly title: string;
  readonly grades: "off" | readonly Grade[];
  /** The same in words, and what holds where nobody sets anything: the catalog's for the model, or the rule's own. */
  readonly text: string;
  readonly defaultText: string;
  readonly changedAt: Date;
  readonly changedBy: string;
  readonly why: string;
}

/** Every threshold that somebody set, the newest first. */
export async function listThresholds(context: ServiceContext): Promise<SetThreshold[]> {
  requireRight(context, "fleet.view");
  const rows = await context.db.healthThreshold.findMany({
    orderBy: [{ changedAt: "desc" }, { id: "asc" }],
    take: thresholdsLimit,
  });
  const names = await namesOfScopes(context.db, rows.map(scopeOf));
  const defaults = new Map<string, HealthSettings>();
  return rows.map((row) => {
    const scope = scopeOf(row);
    const rule = row.rule as HealthRuleId;
    const grades = readGrades(row.grades);
    return {
      id: row.id,
      ...{ scope, rule, grades },
      drives: names.nameOf(scope),
      title: titleOf(rule),
      text: gradesText(rule, grades),
      defaultText: defaultText(rule, defaultsOf(defaults, names.modelOf(scope))),
      changedAt: row.changedAt,
      changedBy: row.changedBy,
      why: row.why,
    };
  });
}

/** Of each model once. */
function defaultsOf(known: Map<string, HealthSettings>, model: string | undefined): HealthSettings {
  const key = model ?? "";
  const settings = known.get(key) ?? settingsOf(model === undefined ? [] : healthDefaultsFor(model));
  known.set(key, settings);
  return settings;
}

function defaultText(rule: HealthRuleId, settings: HealthSettings): string {
  return gradesText(rule, explainRule(rule, settings)?.grades ?? []);
}
