/**
 * A column of values as PostgreSQL writes an array, for `${list(…)}::int[]`: one text, where a thousand rows of twenty
 * columns as JavaScript arrays would go through the driver value by value. For numbers, ids and times alone.
 */
export function list(values: readonly (string | number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}

/** The same for any text. */
export function textList(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? "NULL" : `"${value.replace(/["\\]/g, "\\$&")}"`)).join(",")}}`;
}
