import type { ConditionUnit } from "./condition.ts";
import type { Grade, RuleData } from "./rule.ts";

/** The figures of a grade that can be set. */
export type GradeFigure = "at" | "clearsAt" | "withinHours" | "forMinutes";

/** Both may be set themselves. */
export interface FigureBounds {
  readonly min: number;
  readonly max: number;
}

/** What may be set, by what is counted: a threshold of nothing would always hold, or never. */
const BOUNDS: Readonly<Record<ConditionUnit, FigureBounds>> = {
  percent: { min: 1, max: 10_000 },
  // -73 to 227 °C.
  kelvin: { min: 200, max: 500 },
  errors: { min: 1, max: 1_000_000_000 },
  blocks: { min: 1, max: 1_000_000_000 },
  times: { min: 1, max: 1_000_000_000 },
  minutes: { min: 1, max: 527_040 },
  hours: { min: 1, max: 1_000_000 },
  days: { min: 1, max: 36_500 },
  bits: { min: 1, max: 1 },
};
/** For rules that go by a limit of the drive: the distance from it, to both sides. */
const DISTANCES: Readonly<Partial<Record<ConditionUnit, number>>> = { percent: 100, kelvin: 200 };

/** Growth is known for as long as the worker looks back. */
const WITHIN_HOURS: FigureBounds = { min: 1, max: 60 * 24 };
/** As long as single samples are looked at; a rule that goes by hours looks at them for as long as it asks by itself. */
const FOR_MINUTES: FigureBounds = { min: 0, max: 60 };

type BoundedRule = Pick<RuleData, "unit" | "countedFrom" | "figureMost">;
type BoundedGrade = Pick<Grade, "at" | "forMinutes">;

/**
 * What a figure of a rule's grade may be set to.
 *
 * @param own the rule's own grade of that severity.
 * @returns `at` and `clearsAt` in the rule's unit, counted as the rule counts; `withinHours` in hours, `forMinutes` in minutes.
 */
export function figureBounds(rule: BoundedRule, own: BoundedGrade, figure: GradeFigure): FigureBounds {
  switch (figure) {
    case "at":
      return placeBounds(rule, own);
    case "clearsAt":
      return endBounds(rule, own);
    case "withinHours":
      return WITHIN_HOURS;
    case "forMinutes":
      return { ...FOR_MINUTES, max: Math.max(FOR_MINUTES.max, own.forMinutes ?? 0) };
  }
}

function placeBounds(
  { unit, countedFrom, figureMost = Number.POSITIVE_INFINITY }: BoundedRule,
  own: BoundedGrade,
): FigureBounds {
  if (unit === undefined) return { min: own.at, max: own.at };
  const distance = countedFrom === undefined ? undefined : DISTANCES[unit];
  if (distance !== undefined) return { min: -distance, max: distance };
  const { min, max } = BOUNDS[unit];
  return { min, max: Math.min(max, figureMost) };
}

/** What grew from nothing may have to be nothing again; a temperature is none. */
function endBounds(rule: BoundedRule, own: BoundedGrade): FigureBounds {
  const { min, max } = placeBounds(rule, own);
  return { min: rule.unit === "kelvin" && rule.countedFrom === undefined ? min : Math.min(min, 0), max };
}

/** Whether a figure may be set; what is no number may not. */
export function isWithinBounds(value: number, { min, max }: FigureBounds): boolean {
  return Number.isFinite(value) && value >= min && value <= max;
}

/** Whether a condition would end where it still holds. */
export function endsTooEarly(
  holds: "above" | "below",
  { at, clearsAt = at }: { readonly at: number; readonly clearsAt?: number | undefined },
): boolean {
  return holds === "above" ? clearsAt > at : clearsAt < at;
}
