import { formatPercent, formatTemperature, THIN_SPACE } from "../units/units.ts";
import { figureText, hoursText } from "./describe-condition.ts";
import { healthRule } from "./registry.ts";
import type { Grade, HealthRule } from "./rule.ts";
import type { HealthRuleId } from "./rule-ids.ts";
import type { Severity } from "./verdict.ts";

/** Severities in a sentence. */
const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  notResponding: "not responding",
  failed: "failed",
  replace: "replace",
  missing: "missing",
  notReporting: "not reporting",
  watch: "watch",
  unknown: "unknown",
};

/** A rule's grades in a line: "replace: 10 media errors or more within 15 days; watch: …". */
export function gradesText(id: HealthRuleId, grades: "off" | readonly Grade[]): string {
  const rule = healthRule(id);
  if (grades === "off" || grades.length === 0 || rule === undefined) return "not judged";
  return grades.map((grade) => `${SEVERITY_WORDS[grade.severity]}: ${gradeText(rule, grade)}`).join("; ");
}

/** From where on a grade holds, and until when: "90 % or more, ends below 85 %". */
export function gradeText(rule: HealthRule, grade: Grade): string {
  const { forMinutes = 0, withinHours, clearsAt } = grade;
  const parts = [
    rule.by === "growth" ? countText(rule.counted, grade.at) : levelText(rule, grade),
    ...(withinHours === undefined ? [] : [` within ${hoursText(withinHours)}`]),
    ...(forMinutes === 0 ? [] : [` for ${minutesText(forMinutes)}`]),
    ...(clearsAt === undefined ? [] : [`, until ${placeText(rule, clearsAt)}`]),
  ];
  return parts.join("");
}

function countText([one, several]: readonly [string, string], at: number): string {
  return `${at} ${at === 1 ? one : several} or more`;
}

function levelText(rule: HealthRule, { at, strictly = false }: Grade): string {
  if (rule.unit === "bits") return "when it is set";
  if (rule.unit === undefined) return "when it occurs";
  const place = placeText(rule, at);
  if (strictly) return `${rule.holds === "above" ? "more" : "less"} than ${place}`;
  return `${place} or ${rule.holds === "above" ? "more" : "less"}`;
}

/** A figure; where a rule goes by a limit of the drive's own, its distance from that. */
function placeText({ id, unit, countedFrom }: HealthRule, at: number): string {
  if (countedFrom === undefined)
    return unit === "percent" ? formatPercent(at).text : figureText({ rule: id, unit }, at);
  if (at === 0) return countedFrom;
  const distance = Math.abs(at);
  // A difference of kelvin is one of degrees Celsius.
  const amount =
    unit === "kelvin" ? `${distance}${THIN_SPACE}${formatTemperature(0).unit}` : formatPercent(distance).text;
  return `${amount} ${at > 0 ? "above" : "below"} ${countedFrom}`;
}

function minutesText(minutes: number): string {
  return minutes % 60 === 0 ? hoursText(minutes / 60) : `${minutes}${THIN_SPACE}min`;
}
