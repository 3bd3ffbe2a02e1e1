import { normalUpperTail } from "../distribution/normal.ts";

/** The exact distribution is counted where the smaller side has at most this many, and all together at most … */
const EXACT_SMALLER_MAX = 8;
/** … this many: counts stay whole numbers and few. */
const EXACT_TOGETHER_MAX = 60;

/** Whether values of one side tend to be larger than those of the other. */
export interface MannWhitney {
  /** Pairs in which the value of A is the larger one, and half of those in which both are equal. */
  readonly uA: number;
  readonly uB: number;
  readonly hasTies: boolean;
  /** Exact without ties and with few values, else by the normal approximation with corrections for ties and continuity. */
  readonly by: "exact" | "normal";
  /** Two-sided. */
  readonly p: number;
}

/** The rank test of Mann and Whitney (Annals of Mathematical Statistics 18, 1947); each side has a value. */
export function mannWhitney(a: readonly number[], b: readonly number[]): MannWhitney {
  const { rankSumA, tieTerm } = rank(a, b);
  const uA = rankSumA - (a.length * (a.length + 1)) / 2;
  const uB = a.length * b.length - uA;
  const hasTies = tieTerm > 0;
  const isExact = !hasTies && isExactFor(a.length, b.length);
  const p = isExact
    ? exactP(a.length, b.length, Math.min(uA, uB))
    : normalP(a.length, b.length, Math.max(uA, uB), tieTerm);
  return { uA, uB, hasTies, by: isExact ? "exact" : "normal", p };
}

export function isExactFor(sizeA: number, sizeB: number): boolean {
  return Math.min(sizeA, sizeB) <= EXACT_SMALLER_MAX && sizeA + sizeB <= EXACT_TOGETHER_MAX;
}

/** Equal values share the mean of their ranks; the tie term is the sum of t³ - t over them. */
function rank(a: readonly number[], b: readonly number[]) {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  all.sort((x, y) => x.value - y.value);
  let [rankSumA, tieTerm] = [0, 0];
  for (let from = 0; from < all.length; ) {
    let to = from + 1;
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1;
    const ofA = all.slice(from, to).filter(({ isA }) => isA).length;
    rankSumA += (ofA * (from + 1 + to)) / 2;
    tieTerm += (to - from) ** 3 - (to - from);
    from = to;
  }
  return { rankSumA, tieTerm };
}

function exactP(sizeA: number, sizeB: number, smallerU: number): number {
  const counts = countsOfU(sizeA, sizeB);
  let [tail, total] = [0, 0];
  for (const [u, count] of counts.entries()) {
    total += count;
    if (u <= smallerU) tail += count;
  }
  return Math.min(1, (2 * tail) / total);
}

/** In how many orders of all values U has each value; the generating function is a Gaussian binomial. */
export function countsOfU(sizeA: number, sizeB: number): Float64Array {
  const [small, large] = sizeA < sizeB ? [sizeA, sizeB] : [sizeB, sizeA];
  const counts = new Float64Array(small * large + 1);
  counts[0] = 1;
  for (let i = 1; i <= small; i += 1) {
    // Times (1 - q^(large + i)), by (1 - q^i): whole numbers all the way.
    for (let u = counts.length - 1; u >= large + i; u -= 1) counts[u] = (counts[u] ?? 0) - (counts[u - large - i] ?? 0);
    for (let u = i; u < counts.length; u += 1) counts[u] = (counts[u] ?? 0) + (counts[u - i] ?? 0);
  }
  return counts;
}

function normalP(sizeA: number, sizeB: number, largerU: number, tieTerm: number): number {
  const deviation = deviationOfU(sizeA, sizeB, tieTerm);
  if (!(deviation > 0)) return 1;
  const z = (largerU - (sizeA * sizeB) / 2 - 0.5) / deviation;
  return Math.min(1, 2 * normalUpperTail(z));
}

export function deviationOfU(sizeA: number, sizeB: number, tieTerm: number): number {
  const all = sizeA + sizeB;
  const corrected = all + 1 - tieTerm / (all * (all - 1));
  return Math.sqrt(Math.max(0, ((sizeA * sizeB) / 12) * corrected));
}
