/**
 * A column of values as PostgreSQL writes an array, for `${list(…)}::int[]`: one text, where a thousand rows of twenty
 * columns as JavaScript arrays would go through the driver value by value. For numbers, ids and times alone.
 */
export function list(values: readonly (string | number | bigint | null)[]): string {
  // Nearly no list has an absent value, and none of the long ones.
  return `{${(values.includes(null) ? values.map((value) => value ?? "NULL") : values).join(",")}}`;
}

/** The same for any text. */
export function textList(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? "NULL" : `"${value.replace(/["\\]/g, "\\$&")}"`)).join(",")}}`;
}

/** The same for times, in milliseconds. Those of a report are mostly of one moment. */
export function timeList(values: readonly (number | null)[]): string {
  let [lastMs, text] = [Number.NaN, ""];
  const texts = values.map((value) => {
    if (value === null) return null;
    if (value !== lastMs) [lastMs, text] = [value, new Date(value).toISOString()];
    return text;
  });
  return list(texts);
}
