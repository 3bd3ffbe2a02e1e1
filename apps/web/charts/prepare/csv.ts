/** What a chart shows, as a table for copying out. Units stand in the header. */
export interface ChartTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** RFC 4180: comma, CRLF, quotes where needed. A cell that a spreadsheet would run as a formula is disarmed. */
export function toCsv({ header, rows }: ChartTable): string {
  return [header, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
