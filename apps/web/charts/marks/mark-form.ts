/** Forms of a mark, in the order in which series of one color take them. */
export const markForms = ["square", "circle", "diamond", "triangle", "downward", "plus"] as const;
export type MarkForm = (typeof markForms)[number];

/** Depths of published tables: neighbors differ, and so do the two of the reference rows, 1 and 16. */
const formOfDepth: Readonly<Record<number, MarkForm>> = {
  1: "square",
  2: "triangle",
  4: "diamond",
  8: "downward",
  16: "circle",
  32: "plus",
  64: "triangle",
  128: "square",
  256: "diamond",
};

/** A mark's form belongs to the queue depth, on every chart. */
export function markForm(queueDepth: number): MarkForm {
  return formOfDepth[queueDepth] ?? markForms[queueDepth % markForms.length] ?? "square";
}
