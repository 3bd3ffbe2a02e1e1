import { formatCount, formatPercent, formatTemperature, THIN_SPACE } from "../units/units.ts";
import { formatPercentageUsed } from "../wear/endurance.ts";
import type { Condition } from "./condition.ts";
import { healthRule } from "./registry.ts";
import type { GrowthRule, HealthRule } from "./rule.ts";

/** A condition for a person; value and threshold are empty where the rule has none. */
export interface ConditionText {
  readonly value: string;
  readonly threshold: string;
  /** What is wrong, with its figures. */
  readonly text: string;
  /** What that means. */
  readonly meaning: string;
  /** What to do. */
  readonly remedy: string;
}

/** Writes what a condition says of a drive. A rule that this version does not have is named, with its figures. */
export function describeCondition(condition: Condition): ConditionText {
  const value = figureText(condition, condition.value);
  const threshold = figureText(condition, condition.threshold);
  const rule = healthRule(condition.rule);
  if (rule === undefined) {
    return { value, threshold, text: `The rule ${condition.rule} holds.`, meaning: "", remedy: "" };
  }
  const { severity } = condition;
  const meaning = rule.meaningAt?.[severity] ?? rule.meaning;
  const remedy = rule.remedyAt?.[severity] ?? rule.remedy;
  return { value, threshold, text: sentence(rule, condition), meaning, remedy };
}

function sentence(rule: HealthRule, condition: Condition): string {
  switch (rule.by) {
    case "growth":
      return growthText(rule, condition);
    case "nothing":
      return `${rule.title}.`;
    case "facts":
    case "past":
    case "series":
      // A mask without a bit that has a name says nothing.
      return rule.text(condition) || `${rule.title}.`;
  }
}

/** "3 media errors in 15 days (12 in total): data could not be read back intact." */
function growthText({ counted, meaning }: GrowthRule, { value = 0, withinHours, total }: Condition): string {
  const [one, several] = counted;
  const grew = `${formatCount(value)} ${Number(value) === 1 ? one : several}`;
  const within = withinHours === undefined ? "" : ` in ${hoursText(withinHours)}`;
  const ofAll = total === undefined ? "" : ` (${formatCount(total)} in total)`;
  return `${grew}${within}${ofAll}: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`;
}

/** "24 h", and days from two on. */
export function hoursText(hours: number): string {
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours}${THIN_SPACE}h`;
}

/** Percentage points: what was 50 % and is 48 % is not 2 % less. */
const COUNTS_POINTS: ReadonlySet<string> = new Set(["availableSpareSlope"]);
const COUNTS_PERCENTAGE_USED: ReadonlySet<string> = new Set(["percentageUsed", "writeProtect"]);

/** A figure of a rule, in its unit; empty without one. */
export function figureText(
  { rule, unit }: Pick<Condition, "rule" | "unit">,
  value: number | bigint | undefined,
): string {
  if (value === undefined) return "";
  switch (unit) {
    case "percent":
      return percentText(rule, Number(value));
    case "kelvin":
      return formatTemperature(Number(value)).text;
    case "bits":
      return bitNames(Number(value));
    case "days":
      return `${formatCount(value)} ${Number(value) === 1 ? "day" : "days"}`;
    case "hours":
      return `${formatCount(value)}${THIN_SPACE}h`;
    case "minutes":
      return `${formatCount(value)}${THIN_SPACE}min`;
    case "errors":
    case "blocks":
    case "times":
    case undefined:
      return formatCount(value);
  }
}

function percentText(rule: string, value: number): string {
  if (COUNTS_POINTS.has(rule)) return `${value} ${value === 1 ? "point" : "points"}`;
  return COUNTS_PERCENTAGE_USED.has(rule) ? formatPercentageUsed(value) : formatPercent(value).text;
}

function bitNames(mask: number): string {
  const bits = Array.from({ length: 8 }, (_, bit) => bit).filter((bit) => (mask & (1 << bit)) !== 0);
  return `${bits.length === 1 ? "bit" : "bits"} ${bits.join(", ")}`;
}
