export type AxisScale = "linear" | "logarithmic";

/** Ends of an axis, `min` below `max`; `empty` when no figure can be placed on it. */
export type AxisDomain =
  | { readonly kind: "empty" }
  | { readonly kind: "domain"; readonly min: number; readonly max: number };

/**
 * Ends of a value axis for these figures, in their unit. Linear begins at zero and ends at a round number; logarithmic
 * begins at the decade below the smallest figure, so that its bar has a length, and ends at the decade that holds the largest.
 */
export function axisDomain(figures: readonly number[], scale: AxisScale): AxisDomain {
  const values = figures.filter((value) => value > 0);
  if (values.length === 0) return { kind: "empty" };
  const largest = Math.max(...values);
  if (scale === "linear") return { kind: "domain", min: 0, max: roundUp(largest) };
  return { kind: "domain", min: decadeBelow(Math.min(...values)), max: decadeAtOrAbove(largest) };
}

/** Decimal exponent of a positive number; exact, where a floored logarithm may round across a power of ten. */
function exponentOf(value: number): number {
  return Number(value.toExponential().split("e")[1]);
}

function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

function decadeBelow(value: number): number {
  const decade = powerOfTen(exponentOf(value));
  return decade < value ? decade : powerOfTen(exponentOf(value) - 1);
}

function decadeAtOrAbove(value: number): number {
  const decade = powerOfTen(exponentOf(value));
  return decade < value ? powerOfTen(exponentOf(value) + 1) : decade;
}

/** Leading digits that an axis may end with. */
const ROUND_ENDS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const;

function roundUp(value: number): number {
  const decade = powerOfTen(exponentOf(value));
  return (ROUND_ENDS.find((end) => end * decade >= value) ?? 10) * decade;
}
