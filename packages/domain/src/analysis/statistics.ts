/** The mean of the values; of none there is no mean, and it throws. */
export function mean(values: ArrayLike<number>): number {
  if (values.length === 0) throw new RangeError("There is no mean of no values.");
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] ?? 0;
  return sum / values.length;
}

/** The middle of the values, or the mean of the two in the middle; 0 of none. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const below = sorted[sorted.length % 2 === 1 ? middle : middle - 1] ?? 0;
  return (below + (sorted[middle] ?? 0)) / 2;
}

/** Sample standard deviation (n - 1), in the unit of the values; it throws for fewer than two. */
export function sampleDeviation(values: ArrayLike<number>): number {
  return Math.sqrt(sampleVariance(values));
}

/** Sample variance (n - 1); it throws for fewer than two. */
export function sampleVariance(values: ArrayLike<number>): number {
  if (values.length < 2) throw new RangeError("Fewer than two values have no variance.");
  const center = mean(values);
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += ((values[index] ?? 0) - center) ** 2;
  return squares / (values.length - 1);
}

/** The quantile of ascending values, linear between neighbors (Hyndman and Fan 1996, type 7); it throws for none. */
export function quantileOfSorted(ascending: ArrayLike<number>, share: number): number {
  if (ascending.length === 0) throw new RangeError("There is no quantile of no values.");
  const position = (ascending.length - 1) * share;
  const lower = Math.min(Math.floor(position), ascending.length - 1);
  const below = ascending[lower] ?? 0;
  const above = ascending[Math.min(lower + 1, ascending.length - 1)] ?? 0;
  return below + (position - lower) * (above - below);
}
