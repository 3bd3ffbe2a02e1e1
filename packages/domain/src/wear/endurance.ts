import { formatPercent, type Quantity } from "../units/units.ts";

/** Percentage used at which the rated endurance is used up: the end of the rating, not of the drive. */
export const RATED_PERCENT = 100;

/** Value at which percentage used stops counting (NVMe Base Specification: "shall be capped at 255"). */
export const PERCENTAGE_USED_CAP = 255;
/** From here on the rated endurance is nearly used up: by the rule on percentage used, unless another limit was set. */
export const WORN_PERCENT = 90;

/** "104 %", and "255 % or more" where the drive has stopped counting. */
export function formatPercentageUsed(percentageUsed: number): string {
  const { text } = formatPercent(percentageUsed);
  return percentageUsed >= PERCENTAGE_USED_CAP ? `${text} or more` : text;
}

/** The same where there is room for a figure alone: "≥255 %". */
export function percentageUsedFigure(percentageUsed: number): Quantity {
  const { value, unit, text } = formatPercent(percentageUsed);
  return percentageUsed >= PERCENTAGE_USED_CAP ? { value: `≥${value}`, unit, text: `≥${text}` } : { value, unit, text };
}
