import { bisect } from "./bisect.ts";

/** From here on the continued fraction of the tail converges fast, and the series would lose digits. */
const TAIL_FROM = 3;
const FRACTION_TERMS = 200;
/** No double has a tail beyond: the density is 0 there. */
const FARTHEST = 39;

/** P(Z > z) of the standard normal distribution; small tails keep their relative precision. */
export function normalUpperTail(z: number): number {
  if (z < 0) return 1 - normalUpperTail(-z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < TAIL_FROM) return 0.5 - density * seriesFromZero(z);
  // Laplace's continued fraction, from its end: Abramowitz and Stegun 26.2.14.
  let fraction = z;
  for (let term = FRACTION_TERMS; term >= 1; term -= 1) fraction = z + term / fraction;
  return density / fraction;
}

/** P(Z <= z) of the standard normal distribution. */
export function normalCdf(z: number): number {
  return normalUpperTail(-z);
}

/** The z that a standard normal variable stays below with this probability, which lies between 0 and 1. */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) throw new RangeError(`There is no normal quantile of ${probability}.`);
  if (probability > 0.5) return -normalQuantile(1 - probability);
  return bisect(normalCdf, probability, -FARTHEST, 0);
}

/** z + z³/3 + z⁵/(3·5) + …: Abramowitz and Stegun 26.2.11. */
function seriesFromZero(z: number): number {
  let sum = z;
  let term = z;
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}
