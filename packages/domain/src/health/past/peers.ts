import type { BesideOthers } from "./past-facts.ts";

/** Of fewer others a median says nothing. */
export const PEERS_MIN = 8;

/** What a drive has, in percent of the others' median. */
export function percentOf({ value, median = 0 }: BesideOthers): number {
  return median === 0 ? 0 : Math.round((value / median) * 1000) / 10;
}
