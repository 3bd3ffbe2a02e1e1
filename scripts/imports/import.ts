/** One file names another: `from` at `line` uses what stands in `to`. Paths are relative to the repository's root. */
export interface Import {
  readonly from: string;
  readonly line: number;
  readonly to: string;
}

/** Text by path, relative to the repository's root: the sources, and the manifests that say how packages are named. */
export type Sources = ReadonlyMap<string, string>;

/** The line of each offset of a text, counted from 1. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
