/** "10,000", "0.5": a tick in the axis' unit. */
export function tickText(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 6 });
}
