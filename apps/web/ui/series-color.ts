const colorCount = 8;

/** Reads and writes have a hue each, on every chart that shows one drive's traffic. */
export const directionColor = { read: "var(--series-1)", write: "var(--series-2)" } as const;

/**
 * A drive, model or run keeps its color on every page and chart: it follows from the id alone, whatever stands beside
 * it. Two objects may share one of the eight; what must be told apart has a label, dash or form besides.
 */
export function seriesColor(id: string): string {
  return paletteColor(hashOf(id));
}

/**
 * A color for each key of one comparison, one key's always the same: its own, or, where a key before it has that one already, the
 * next that is free. From the ninth key on colors are shared.
 */
export function distinctColors(keys: readonly string[]): string[] {
  const colors = new Map<string, number>();
  const taken = new Set<number>();
  for (const key of keys) {
    if (colors.has(key)) continue;
    const own = hashOf(key) % colorCount;
    const places = Array.from({ length: colorCount }, (_, step) => (own + step) % colorCount);
    const color = places.find((place) => !taken.has(place)) ?? own;
    taken.add(color);
    colors.set(key, color);
  }
  return keys.map((key) => paletteColor(colors.get(key) ?? 0));
}

/** Tells the lines of one chart apart that are no objects: percentiles, criteria, sizes. */
export function paletteColor(index: number): string {
  return `var(--series-${(index % colorCount) + 1})`;
}

/** FNV-1a, 32 bits: spreads ids that differ in one letter. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
