/** The middle of what a logarithmic axis or a column shows: a unit that fits it lets neither end read in thousands. */
export function middleOf(values: readonly number[]): number {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return 0;
  return Math.sqrt(Math.min(...positive) * Math.max(...positive));
}
