import { formatPercent } from "@crosspoint/domain";

/** What a part is of a whole, in percent with two decimals: more of it would be the count in other words. A part is never 0 % or all. */
export function shareText(part: number, whole: number): string {
  if (part === whole) return formatPercent(100).text;
  const percent = Number(((100 * part) / whole).toFixed(2));
  if (percent === 0) return `under ${formatPercent(0.01).text}`;
  if (percent === 100) return `over ${formatPercent(99.99).text}`;
  return formatPercent(percent).text;
}
