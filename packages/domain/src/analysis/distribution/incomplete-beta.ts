const TERMS = 1000;
const SMALLEST = 1e-300;

/** Regularized incomplete beta function I_x(a, b), for a and b above 0 (NIST Handbook of Mathematical Functions 8.17). */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges fast on one side of the mean only; the other side follows by symmetry.
  if (x < (a + 1) / (a + b + 2)) return (front * continuedFraction(a, b, x)) / a;
  return 1 - (front * continuedFraction(b, a, 1 - x)) / b;
}

/** NIST 8.17.22 by the method of Lentz (W. J. Lentz, Applied Optics 15, 1976). */
function continuedFraction(a: number, b: number, x: number): number {
  let upper = 1;
  let lower = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = lower;
  for (let m = 1; m < TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const coefficient of [even, odd]) {
      lower = 1 / awayFromZero(1 + coefficient * lower);
      upper = awayFromZero(1 + coefficient / upper);
      value *= lower * upper;
    }
    if (Math.abs(lower * upper - 1) < Number.EPSILON) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) > SMALLEST ? value : SMALLEST;
}

/** Lanczos' approximation with g = 7 and nine terms (P. Godfrey's coefficients), to about 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** The logarithm of the gamma function, for values above 0. */
function logGamma(value: number): number {
  if (value < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * value)) - logGamma(1 - value);
  const x = value - 1;
  const sum = LANCZOS.reduce((total, term, index) => (index === 0 ? term : total + term / (x + index)), 0);
  const t = x + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum);
}
