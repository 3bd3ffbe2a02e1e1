/** Reads are drawn solid, writes dashed, on every chart. */
export const directionDash = { read: undefined, write: "6 3" } as const;

/** Dashes by which lines of one color and direction are told apart, in the order in which they stand. */
const dashPatterns = [undefined, "7 3", "2 3", "9 3 2 3"] as const;

/** A dash for each id: the first of a color is solid. */
export function dashesByColor(ids: readonly string[], colorOf: (id: string) => string): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  const dashes = new Map<string, string>();
  for (const id of ids) {
    const order = seen.get(colorOf(id)) ?? 0;
    seen.set(colorOf(id), order + 1);
    const dash = dashPatterns[order % dashPatterns.length];
    if (dash !== undefined) dashes.set(id, dash);
  }
  return dashes;
}
