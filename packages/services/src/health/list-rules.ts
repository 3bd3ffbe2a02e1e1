import { explainRules, type RuleExplanation } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

/** Every health rule with its grades, what it means, what to do and where it is from; also those whose facts nothing reports yet. */
export function listRules(context: ServiceContext): RuleExplanation[] {
  requireRight(context, "fleet.view");
  return explainRules();
}
