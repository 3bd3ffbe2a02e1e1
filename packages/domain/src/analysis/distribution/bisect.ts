/** Halvings until neighboring doubles are left of any range that a quantile lies in. */
const HALVINGS = 120;

/** Where an ascending function reaches a value, between two ends that enclose it. */
export function bisect(ascending: (x: number) => number, target: number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (ascending(middle) < target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
