/**
 * How long a claim on a drive that another host holds counts, and how long a host that has listed a drive is taken to hold
 * it: two inventories, which come at least every ten minutes.
 */
export const contestedForMs = 20 * 60_000;
