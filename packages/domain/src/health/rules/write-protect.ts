import { formatPercent } from "../../units/units.ts";
import { formatPercentageUsed } from "../../wear/endurance.ts";
import type { HealthLimits } from "../facts.ts";
import type { HealthRule } from "../rule.ts";

/** Models that protect themselves from writes at the end of their life, such as the P4800X. */
export const writeProtect: HealthRule = {
  kind: "health",
  id: "writeProtect",
  judge: ({ sample, limits }) => {
    const value = sample?.percentageUsed;
    if (value === undefined || !isWriteProtecting(value, limits)) return undefined;
    return { severity: "replace", value, threshold: limits.writeProtectPercentageUsed, unit: "percent" };
  },
  text: ({ value = 0, threshold = 0 }) =>
    `${formatPercentageUsed(Number(value))} of the rated endurance is used; this model limits writes from ${formatPercent(Number(threshold)).text}.`,
};

export function isWriteProtecting(percentageUsed: number, limits: HealthLimits): boolean {
  const { writeProtectPercentageUsed: limit } = limits;
  return limit !== undefined && percentageUsed >= limit;
}
