import { formatPercentageUsed, RATED_PERCENT } from "../../wear/endurance.ts";
import type { HealthRule } from "../rule.ts";
import { isWriteProtecting } from "./write-protect.ts";

/** The end of the rating, not of the drive. Past the model's own limit {@link writeProtect} says more. */
export const percentageUsed: HealthRule = {
  kind: "health",
  id: "percentageUsed",
  judge: ({ sample, limits }) => {
    const value = sample?.percentageUsed;
    if (value === undefined || value < RATED_PERCENT || isWriteProtecting(value, limits)) return undefined;
    return { severity: "watch", value, threshold: RATED_PERCENT, unit: "percent" };
  },
  text: ({ value = 0 }) =>
    `${formatPercentageUsed(Number(value))} of the rated endurance is used. The drive may keep working, but it is beyond the vendor's endurance rating.`,
};
