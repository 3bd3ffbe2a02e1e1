/** How a figure is meant by its source: a measured or tabled one is exact, "over 225,000" is at least that. */
export const BOUNDS = ["exact", "about", "at_least", "at_most", "just_under", "just_over"] as const;

export type Bound = (typeof BOUNDS)[number];

/** A figure with the way its source means it. */
export interface BoundedFigure {
  readonly value: number;
  readonly bound: Bound;
}

/** Sign that stands before the figure; empty for an exact one. */
export function boundSign(bound: Bound): string {
  return SIGNS[bound];
}

/** Words for a tooltip or a screen reader; empty for an exact figure. */
export function boundWords(bound: Bound): string {
  return bound === "exact" ? "" : bound.replace("_", " ");
}

/**
 * Divides two bounded figures and keeps what can be said of the quotient: "at least 10" over an exact 5 is at least 2;
 * a quotient of "at least" by "at least" says nothing of its direction and is `about`.
 *
 * @returns `undefined` when the divisor is not above zero.
 */
export function divideBounded(dividend: BoundedFigure, divisor: BoundedFigure): BoundedFigure | undefined {
  if (!(divisor.value > 0)) return undefined;
  return { value: dividend.value / divisor.value, bound: combined(dividend.bound, REVERSED[divisor.bound]) };
}

function combined(a: Bound, b: Bound): Bound {
  if (a === b || b === "exact") return a;
  return a === "exact" ? b : "about";
}

const SIGNS: Record<Bound, string> = {
  exact: "",
  about: "≈",
  at_least: "≥",
  at_most: "≤",
  just_under: "<",
  just_over: ">",
};

/** A larger divisor makes a smaller quotient. */
const REVERSED: Record<Bound, Bound> = {
  exact: "exact",
  about: "about",
  at_least: "at_most",
  at_most: "at_least",
  just_under: "just_over",
  just_over: "just_under",
};
