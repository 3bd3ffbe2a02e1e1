/** A split that is no larger than the best by this share is equal to it: sums of doubles depend on their order. */
const EQUAL_WITHIN = 1e-12;

/**
 * Where a segment of a series divides best: the index from which the second part begins whose distances to the first are
 * largest against those within the parts (Matteson and James, Journal of the American Statistical Association 109, 2014,
 * with exponent 1). The lowest of equal ones; undefined where no split has a distance. Quadratic in the values, linear in memory.
 *
 * @param partMin fewest values of a part, at least 2.
 */
export function bestSplit(values: ArrayLike<number>, partMin: number): number | undefined {
  const length = values.length;
  if (length < 2 * partMin) return undefined;
  const distances = splitDistances(values);
  const allowed = distances.subarray(partMin, length - partMin + 1);
  const best = allowed.reduce((most, distance) => Math.max(most, distance), Number.NEGATIVE_INFINITY);
  if (!(best > 0)) return undefined;
  return partMin + allowed.findIndex((distance) => distance >= best * (1 - EQUAL_WITHIN));
}

/** By how many values are in the first part: mn / (m + n) × (2 × mean between − mean within the first − mean within the second). */
function splitDistances(values: ArrayLike<number>): Float64Array {
  const length = values.length;
  const { toEarlier, toLater } = distanceSums(values);
  const result = new Float64Array(length + 1);
  let [first, between] = [0, 0];
  let second = toLater.reduce((sum, each) => sum + each, 0);
  for (let m = 1; m < length; m += 1) {
    // The value before the split goes over from the second part to the first.
    const [earlier, later] = [toEarlier[m - 1] ?? 0, toLater[m - 1] ?? 0];
    first += earlier;
    second -= later;
    between += later - earlier;
    const n = length - m;
    if (m < 2 || n < 2) continue;
    const apart = (2 * between) / (m * n) - (2 * first) / (m * (m - 1)) - (2 * second) / (n * (n - 1));
    result[m] = ((m * n) / (m + n)) * apart;
  }
  return result;
}

/** Of each value, the sums of its distances to those before it and to those after it. */
function distanceSums(values: ArrayLike<number>) {
  const toEarlier = new Float64Array(values.length);
  const toLater = new Float64Array(values.length);
  for (let i = 0; i < values.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const distance = Math.abs((values[i] ?? 0) - (values[j] ?? 0));
      toEarlier[i] = (toEarlier[i] ?? 0) + distance;
      toLater[j] = (toLater[j] ?? 0) + distance;
    }
  }
  return { toEarlier, toLater };
}
