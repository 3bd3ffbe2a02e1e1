/** Room in pixels around the line, so that it is not cut. */
const margin = 1.5;

/** A line through values that stand evenly; a missing one ends it. Undefined where no two stand side by side. */
export function sparklinePath(
  values: readonly (number | undefined)[],
  { width, height }: { readonly width: number; readonly height: number },
): string | undefined {
  const known = values.filter((value) => value !== undefined);
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const x = (index: number) => margin + (index / Math.max(values.length - 1, 1)) * (width - 2 * margin);
  // What never changes runs through the middle.
  const y = (value: number) => margin + (span === 0 ? 0.5 : 1 - (value - low) / span) * (height - 2 * margin);
  const path = values
    .map((value, index) => {
      if (value === undefined) return "";
      const command = values[index - 1] === undefined ? "M" : "L";
      return `${command}${x(index).toFixed(1)},${y(value).toFixed(1)}`;
    })
    .join("");
  return path.includes("L") ? path : undefined;
}
