import type { Statistic } from "./interval.ts";

/**
 * The statistic of blocks of neighboring values, laid end to end from the given starts and cut to the length of the values
 * (H. R. Künsch, "The Jackknife and the Bootstrap for General Stationary Observations", 1989). Blocks don't wrap around.
 * Prepared once in linear memory; then a mean costs one addition a block, and a median two passes over the values.
 */
export function ofBlocks(
  values: ArrayLike<number>,
  blockLength: number,
  statistic: Statistic,
): (starts: ArrayLike<number>) => number {
  return statistic === "mean" ? meanOfBlocks(values, blockLength) : medianOfBlocks(values, blockLength);
}

function meanOfBlocks(values: ArrayLike<number>, blockLength: number): (starts: ArrayLike<number>) => number {
  // Sums of the differences from one value keep their digits where those of large values would not.
  const origin = values[0] ?? 0;
  const sums = new Float64Array(values.length + 1);
  for (let index = 0; index < values.length; index += 1) {
    sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0) - origin;
  }
  return (starts) => {
    let sum = 0;
    let left = values.length;
    for (let block = 0; left > 0; block += 1) {
      const start = starts[block] ?? 0;
      const length = Math.min(blockLength, left);
      sum += (sums[start + length] ?? 0) - (sums[start] ?? 0);
      left -= length;
    }
    return origin + sum / values.length;
  };
}

/** By counting ranks: the values are sorted once, not again for each resample. */
function medianOfBlocks(values: ArrayLike<number>, blockLength: number): (starts: ArrayLike<number>) => number {
  const order = Uint32Array.from(values, (_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Uint32Array(values.length);
  for (const [rank, index] of order.entries()) ranks[index] = rank;
  const counts = new Uint32Array(values.length);
  const valueAt = (position: number) => {
    let upTo = counts[0] ?? 0;
    let rank = 0;
    while (upTo <= position && rank + 1 < counts.length) {
      rank += 1;
      upTo += counts[rank] ?? 0;
    }
    return values[order[rank] ?? 0] ?? 0;
  };
  return (starts) => {
    counts.fill(0);
    for (let block = 0, left = values.length; left > 0; block += 1) {
      const start = starts[block] ?? 0;
      const end = start + Math.min(blockLength, left);
      for (let index = start; index < end; index += 1) counts[ranks[index] ?? 0] = (counts[ranks[index] ?? 0] ?? 0) + 1;
      left -= end - start;
    }
    const [below, above] = [(values.length - 1) >> 1, values.length >> 1];
    return (valueAt(below) + valueAt(above)) / 2;
  };
}
