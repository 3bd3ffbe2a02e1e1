const colorCount = 8;

/** A drive, model or run keeps its colour on every page: it follows from the id alone. */
export function seriesColor(id: string): string {
  return colorAt(home(id));
}

/**
 * Colours for the series of one chart: each its own, unless another of the chart has it already. Which one gives way
 * depends on the ids and not on their order, so sorting a legend changes no colour.
 */
export function seriesColors(ids: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<number>();
  const colors = new Map<string, string>();
  for (const id of [...new Set(ids)].sort()) {
    if (taken.size === colorCount) taken.clear();
    let color = home(id);
    while (taken.has(color)) color = (color + 1) % colorCount;
    taken.add(color);
    colors.set(id, colorAt(color));
  }
  return colors;
}

function colorAt(index: number): string {
  return `var(--series-${index + 1})`;
}

/** FNV-1a, 32 bits: spreads ids that differ in one letter. */
function home(id: string): number {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % colorCount;
}
