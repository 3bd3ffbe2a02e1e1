/** A warning, and which points have it. */
export interface PointWarning {
  readonly text: string;
  readonly sequences: readonly number[];
}

/** The warnings of a run's points, each once, in the order in which they were first given. */
export function pointWarnings(
  points: readonly { readonly sequence: number; readonly warnings: readonly string[] }[],
): PointWarning[] {
  const inOrder = points.toSorted((a, b) => a.sequence - b.sequence);
  const all = inOrder.flatMap(({ sequence, warnings }) => [...new Set(warnings)].map((text) => ({ sequence, text })));
  return [...Map.groupBy(all, ({ text }) => text)].map(([text, own]) => ({
    text,
    sequences: own.map(({ sequence }) => sequence),
  }));
}
