import type { Percentile } from "@crosspoint/domain";

/** -log10(1 - p): the median at 0.301, the 90th at 1, each further nine at the next whole number. */
export function ninesOf(percentile: Percentile): number {
  if (percentile === "50") return Math.log10(2);
  return percentile.replace(".", "").length === 2 && percentile === "90" ? 1 : percentile.replace(/[^9]/g, "").length;
}

/** The percentile at a place of the axis, as written: 2 is "99", 2.5 is "99.684". */
export function percentileAtNines(nines: number): string {
  const digits = Math.max(2, Math.ceil(nines) + 1);
  return String(Number((100 - 100 * 10 ** -nines).toFixed(digits)));
}

/** The same for a person, with two digits of the share that lies above: "p99", "p99.68", "p99.99921". */
export function percentileLabel(nines: number): string {
  const above = Number((100 * 10 ** -nines).toPrecision(2));
  return `p${Number((100 - above).toPrecision(12))}`;
}
