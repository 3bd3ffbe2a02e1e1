import { formatCount, formatPercent, formatTemperature } from "../units/units.ts";
import { formatPercentageUsed } from "../wear/endurance.ts";
import type { Condition } from "./condition.ts";
import { healthRule } from "./registry.ts";

/** A condition for a person; value and threshold are empty where the rule has none. */
export interface ConditionText {
  readonly value: string;
  readonly threshold: string;
  readonly text: string;
}

/** Writes what a condition says of a drive. A rule that this version does not have is named, with its figures. */
export function describeCondition(condition: Condition): ConditionText {
  const value = figure(condition, condition.value);
  const threshold = figure(condition, condition.threshold);
  const rule = healthRule(condition.rule);
  return { value, threshold, text: rule?.text(condition) ?? `The rule ${condition.rule} holds.` };
}

function figure({ rule, unit }: Condition, value: number | bigint | undefined): string {
  if (value === undefined) return "";
  switch (unit) {
    case "percent":
      return rule === "availableSpare" ? formatPercent(Number(value)).text : formatPercentageUsed(Number(value));
    case "kelvin":
      return formatTemperature(Number(value)).text;
    case "bits":
      return bitNames(Number(value));
    case "errors":
    case undefined:
      return formatCount(value);
  }
}

function bitNames(mask: number): string {
  const bits = Array.from({ length: 8 }, (_, bit) => bit).filter((bit) => (mask & (1 << bit)) !== 0);
  return `${bits.length === 1 ? "bit" : "bits"} ${bits.join(", ")}`;
}
