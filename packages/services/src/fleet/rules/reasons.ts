import { countOpenRules } from "@crosspoint/db/queries/open-conditions";
import {
  HEALTH_RULES,
  type HealthRuleId,
  type Severity,
  VERDICTS_IN_NEED,
  verdictRank,
  worstVerdict,
} from "@crosspoint/domain";
import type { ServiceContext } from "../../context.ts";
import { readSeverity } from "../../stored/condition.ts";

/** A rule that holds of drives that need attention. */
export interface Reason {
  readonly rule: HealthRuleId;
  readonly title: string;
  /** The worst that it is of any of them. */
  readonly severity: Severity;
  readonly drives: number;
}

/** A host's silence is told of the host. */
const rules = HEALTH_RULES.filter(({ id }) => id !== "hostNotReporting").map(({ id }) => id);

/** Why drives need attention, by rule: the most urgent first, then the most drives. */
export async function reasons({ db }: ServiceContext): Promise<Reason[]> {
  const open = await countOpenRules(db, { rules, verdictRanks: VERDICTS_IN_NEED.map(verdictRank) });
  return HEALTH_RULES.flatMap(({ id, title }) => {
    const found = open.find(({ rule }) => rule === id);
    if (found === undefined) return [];
    const severity = worstVerdict(found.severities.map((text) => ({ severity: readSeverity(text) })));
    return severity === "good" ? [] : [{ rule: id, title, severity, drives: found.drives }];
  }).toSorted((a, b) => verdictRank(a.severity) - verdictRank(b.severity) || b.drives - a.drives);
}
