import type { Condition } from "./condition.ts";
import type { HealthFacts, PerformanceFacts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { HealthRule, PerformanceRule } from "./rule.ts";
import type { HealthRuleId } from "./rule-ids.ts";
import { availableSpare } from "./rules/available-spare.ts";
import { backgroundRefresh } from "./rules/background-refresh.ts";
import { criticalWarningRules } from "./rules/critical-warning.ts";
import { governor } from "./rules/governor.ts";
import { hostNotReporting } from "./rules/host-not-reporting.ts";
import { linkBelowBest } from "./rules/link-below-best.ts";
import { mediaErrors } from "./rules/media-errors.ts";
import { missing } from "./rules/missing.ts";
import { nearWriteProtect } from "./rules/near-write-protect.ts";
import { noSample } from "./rules/no-sample.ts";
import { notResponding } from "./rules/not-responding.ts";
import { percentageUsed } from "./rules/percentage-used.ts";
import { remoteNumaNode } from "./rules/remote-numa-node.ts";
import { scheduler } from "./rules/scheduler.ts";
import { sharedQueues } from "./rules/shared-queues.ts";
import { smallBlocks } from "./rules/small-blocks.ts";
import { criticalTemperature, warningTemperature } from "./rules/temperature.ts";
import { thermalThrottling } from "./rules/thermal-throttling.ts";
import { writeProtect } from "./rules/write-protect.ts";
import { verdictRank } from "./verdict.ts";

/** Every rule that judges a drive. Findings stand in this order; conditions by their severity first. */
export const RULES: readonly (HealthRule | PerformanceRule)[] = [
  notResponding,
  missing,
  hostNotReporting,
  ...criticalWarningRules,
  availableSpare,
  percentageUsed,
  writeProtect,
  mediaErrors,
  criticalTemperature,
  warningTemperature,
  noSample,
  // Performance, in the order in which they are worth fixing.
  nearWriteProtect,
  thermalThrottling,
  linkBelowBest,
  remoteNumaNode,
  smallBlocks,
  backgroundRefresh,
  governor,
  scheduler,
  sharedQueues,
];

const HEALTH_RULES = RULES.filter((rule) => rule.kind === "health");

/** Everything that is wrong with a drive by these facts. Asked with every sample: where nothing is, it makes nothing. */
export function judgeHealth(facts: HealthFacts): Condition[] {
  const found: Condition[] = [];
  for (const rule of HEALTH_RULES) {
    const condition = rule.judge(facts);
    if (condition !== undefined) found.push({ rule: rule.id, ...condition });
  }
  return found;
}

/** Everything that costs a drive performance by these facts, in the order in which it is worth fixing. */
export function judgePerformance(facts: PerformanceFacts): Finding[] {
  return RULES.flatMap((rule) => {
    if (rule.kind !== "performance") return [];
    const finding = rule.judge(facts);
    return finding === undefined ? [] : [{ rule: rule.id, ...finding }];
  });
}

/** The most urgent first; of one severity in the order of the rules. */
export function byUrgency<T extends Pick<Condition, "rule" | "severity">>(conditions: readonly T[]): T[] {
  const place = (rule: string) => RULES.findIndex(({ id }) => id === rule);
  return conditions.toSorted(
    (a, b) => verdictRank(a.severity) - verdictRank(b.severity) || place(a.rule) - place(b.rule),
  );
}

export function healthRule(id: HealthRuleId): HealthRule | undefined {
  return RULES.find((rule): rule is HealthRule => rule.kind === "health" && rule.id === id);
}
