import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** What every resampling starts from unless told otherwise, so that one set of data has one result wherever it is computed. */
export const DEFAULT_SEED = 20_261_122;

/** Draws whole numbers from 0 up to, not including, `below`; each seed gives one sequence. */
export type Draw = (below: number) => number;

export function seededDraw(seed: number): Draw {
  const generator = xoroshiro128plus(seed);
  return (below) => uniformInt(generator, 0, below - 1);
}
