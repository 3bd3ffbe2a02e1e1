import type { StatedPercentile } from "./imported-run.ts";
import type { Field } from "./json/field.ts";
import { importLimits } from "./limits.ts";

/** fio's longest bin ends at 17 s; an operation that took longer than a month is a wrong unit. */
export const longestNs = 31 * 86_400e9;

/** Percentiles by their names, written as "99.900000". Older versions fill their list with "0.00", which is none. */
export function statedPercentiles(list: Field, unitNs: number): StatedPercentile[] {
  if (list.isAbsent) return [];
  const fields = list.fields().filter(([name]) => Number(name) !== 0);
  if (fields.length > importLimits.percentiles) list.fail(`has more than ${importLimits.percentiles} percentiles`);
  const stated = fields.map(([name, field]) => {
    const percent = /^\d{1,3}(?:\.\d{1,9})?$/.test(name) ? Number(name) : Number.NaN;
    if (!(percent > 0 && percent <= 100)) field.fail("is no percentile");
    return { percentile: String(percent), ns: field.number({ max: longestNs / unitNs }) * unitNs };
  });
  const ascending = stated.toSorted((a, b) => Number(a.percentile) - Number(b.percentile));
  const falls = ascending.findIndex(({ ns }, index) => index > 0 && ns < (ascending[index - 1]?.ns ?? 0));
  if (falls > 0) list.fail(`falls at the ${ascending[falls]?.percentile}th: a higher percentile cannot be faster`);
  return ascending.every(({ ns }) => ns === 0) ? [] : ascending;
}
