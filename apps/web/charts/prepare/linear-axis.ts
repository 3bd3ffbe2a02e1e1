/** Steps between ticks that a person counts in. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10] as const;

/** Ticks of a linear axis from zero to the first round tick at or above the largest value. */
export function linearTicks(largest: number, aboutTicks = 5): number[] {
  if (!(largest > 0) || !Number.isFinite(largest)) return [0, 1];
  const rough = largest / aboutTicks;
  const decade = Number(`1e${rough.toExponential().split("e")[1]}`);
  const step = (ROUND_STEPS.find((each) => each * decade >= rough) ?? 10) * decade;
  const count = Math.ceil(largest / step - 1e-9);
  // Rounded to twelve digits, so that 3 x 0.1 is the tick 0.3.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
