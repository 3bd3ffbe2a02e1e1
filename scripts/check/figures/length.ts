/** How long a file or a function is, in lines. */
export interface Length {
  readonly path: string;
  /** A function's; undefined for a file. */
  readonly name?: string;
  readonly line: number;
  readonly lines: number;
  readonly test: boolean;
}

export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
