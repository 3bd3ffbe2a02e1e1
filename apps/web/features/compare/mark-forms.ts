import { type MarkForm, markForms } from "@/charts/draw/hollow-shape";

/** Depths of published tables: neighbors differ, and so do the two of the reference rows, 1 and 16. */
const formOfDepth: Readonly<Record<number, MarkForm>> = {
  1: "square",
  2: "triangle",
  4: "diamond",
  8: "triangle",
  16: "circle",
  32: "diamond",
  64: "triangle",
  128: "square",
  256: "circle",
};

/** A mark's form belongs to the queue depth, on every chart. */
export function markForm(queueDepth: number): MarkForm {
  return formOfDepth[queueDepth] ?? markForms[queueDepth % markForms.length] ?? "square";
}

/** Dashes by which lines of one color are told apart, in the order in which they stand. */
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
