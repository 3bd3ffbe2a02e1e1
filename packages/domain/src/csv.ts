/** A line of a CSV file (RFC 4180): comma, CRLF, quotes where needed; what is not known is empty. */
export function csvLine(values: readonly (string | number | bigint | boolean | undefined)[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function csvCell(value: string | number | bigint | boolean | undefined): string {
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
