/** Ends and ticks of a logarithmic axis; `empty` when nothing can be placed on it. */
export type LogAxis =
  | { readonly kind: "empty" }
  | {
      readonly kind: "axis";
      readonly min: number;
      readonly max: number;
      /** Whole decades, the lines of the grid. */
      readonly decades: readonly number[];
      /** 2 to 9 times each decade, marked without a label. */
      readonly minor: readonly number[];
    };

/** A logarithmic axis over whole decades around these values; values that are not above zero have no place on it. */
export function logAxis(values: Iterable<number>): LogAxis {
  let smallest = Number.POSITIVE_INFINITY;
  let largest = 0;
  for (const value of values) {
    if (!(value > 0) || !Number.isFinite(value)) continue;
    smallest = Math.min(smallest, value);
    largest = Math.max(largest, value);
  }
  if (largest === 0) return { kind: "empty" };
  const first = exponentOf(smallest);
  const last = powerOfTen(exponentOf(largest)) === largest ? exponentOf(largest) : exponentOf(largest) + 1;
  return axisOfDecades(first, Math.max(last, first + 1));
}

/** The same for ends that are already whole decades. */
export function logAxisBetween(min: number, max: number): LogAxis {
  return axisOfDecades(exponentOf(min), exponentOf(max));
}

function axisOfDecades(first: number, last: number): LogAxis {
  const decades = Array.from({ length: last - first + 1 }, (_, index) => powerOfTen(first + index));
  const minor = decades.slice(0, -1).flatMap((decade) => [2, 3, 4, 5, 6, 7, 8, 9].map((digit) => digit * decade));
  return { kind: "axis", min: powerOfTen(first), max: powerOfTen(last), decades, minor };
}

/** Exact, where a floored logarithm may round across a power of ten. */
function exponentOf(value: number): number {
  return Number(value.toExponential().split("e")[1]);
}

function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}
