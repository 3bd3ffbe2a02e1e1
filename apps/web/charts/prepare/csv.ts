import { csvLine } from "@crosspoint/domain";

/** What a chart shows, as a table for copying out. Units stand in the header. */
export interface ChartTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** The table as CSV. */
export function toCsv({ header, rows }: ChartTable): string {
  return [header, ...rows].map((row) => csvLine(row)).join("");
}
