import { HEALTH_RULES, type HealthRuleId } from "@crosspoint/domain";
import { z } from "zod";

const names = new Set<string>(HEALTH_RULES.map(({ id }) => id));

/** The id of a rule that there is. */
export const ruleName = z
  .string()
  .max(100)
  .refine((text): text is HealthRuleId => names.has(text), "is no health rule");
