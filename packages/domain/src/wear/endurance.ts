import { formatPercent } from "../units/units.ts";

/** Percentage used at which the rated endurance is used up: the end of the rating, not of the drive. */
export const RATED_PERCENT = 100;

/** Value at which percentage used stops counting (NVMe Base Specification: "shall be capped at 255"). */
const PERCENTAGE_USED_CAP = 255;

/** "104 %", and "255 % or more" where the drive has stopped counting. */
export function formatPercentageUsed(percentageUsed: number): string {
  const { text } = formatPercent(percentageUsed);
  return percentageUsed >= PERCENTAGE_USED_CAP ? `${text} or more` : text;
}
