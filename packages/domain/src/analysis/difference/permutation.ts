/** All splits of two sides of so many are gone through: 12,870. */
export const PERMUTATION_SIDE_MAX = 8;
/** Two differences within this share of the values are one: sums of doubles depend on their order. */
const EQUAL_WITHIN = 1e-9;

/**
 * The share of all splits of the values into sides of these sizes whose means differ at least as much: a two-sided p of the
 * difference of the means that assumes no distribution. Undefined for more than eight on a side.
 */
export function permutationP(a: readonly number[], b: readonly number[]): number | undefined {
  if (a.length === 0 || b.length === 0 || Math.max(a.length, b.length) > PERMUTATION_SIDE_MAX) return undefined;
  const values = [...a, ...b];
  const total = values.reduce((sum, value) => sum + value, 0);
  const slack = EQUAL_WITHIN * Math.max(...values.map(Math.abs));
  const differenceOf = (sumA: number) => Math.abs((total - sumA) / b.length - sumA / a.length);
  const observed = differenceOf(a.reduce((sum, value) => sum + value, 0));
  let [splits, asFar] = [0, 0];
  const choose = (from: number, left: number, sum: number): void => {
    if (left === 0) {
      splits += 1;
      if (differenceOf(sum) >= observed - slack) asFar += 1;
      return;
    }
    for (let index = from; index <= values.length - left; index += 1) {
      choose(index + 1, left - 1, sum + (values[index] ?? 0));
    }
  };
  choose(0, a.length, 0);
  return asFar / splits;
}
