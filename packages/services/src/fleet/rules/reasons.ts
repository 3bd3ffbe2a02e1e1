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
import type { OpenWindow } from "../../maintenance/rules/in-maintenance.ts";
import { readSeverity } from "../../stored/condition.ts";

/** A rule that holds of drives that need attention. */
export interface Reason {
  readonly rule: HealthRuleId;
  readonly title: string;
  /** The worst that it is of any of them that needs attention now. */
  readonly severity: Severity;
  /** All of those, as the list of them has; and how many of them need no attention before a maintenance window is over. */
  readonly drives: number;
  readonly inMaintenance: number;
}

/** A host's silence is told of the host. */
const rules = HEALTH_RULES.filter(({ id }) => id !== "hostNotReporting").map(({ id }) => id);

/** Why drives need attention, by rule: the most urgent first, then the most drives. What only drives in maintenance have is none. */
export async function reasons({ db }: ServiceContext, windows: readonly OpenWindow[]): Promise<Reason[]> {
  const open = await countOpenRules(db, { rules, verdictRanks: VERDICTS_IN_NEED.map(verdictRank), windows });
  return HEALTH_RULES.flatMap(({ id, title }) => {
    const found = open.find(({ rule }) => rule === id);
    if (found === undefined || found.drives === found.inMaintenance) return [];
    const severity = worstVerdict(found.severities.map((text) => ({ severity: readSeverity(text) })));
    const { drives, inMaintenance } = found;
    return severity === "good" ? [] : [{ rule: id, title, severity, drives, inMaintenance }];
  }).toSorted((a, b) => verdictRank(a.severity) - verdictRank(b.severity) || needing(b) - needing(a));
}

function needing({ drives, inMaintenance }: Reason): number {
  return drives - inMaintenance;
}
