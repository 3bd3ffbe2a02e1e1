import type { Outputs } from "@/api/client";

export type DriveEntry = Outputs["drive"]["list"]["drives"][number];

interface Column {
  readonly name: string;
  readonly rem: number;
  /** Shares what is left of the width. */
  readonly grows?: boolean;
  readonly number?: boolean;
  /** Shown only where it is chosen, and not sorted by. */
  readonly extra?: boolean;
}

/**
 * The columns, in their order. The widest verdict, a serial (20 characters at most) and every figure stand in theirs in
 * full; the model's name and the host's share the rest, each with a line below it.
 */
const columnsByKey = {
  verdict: { name: "Verdict", rem: 7.75 },
  since: { name: "Since", rem: 5.75, number: true, extra: true },
  model: { name: "Model", rem: 12.75, grows: true },
  serial: { name: "Serial", rem: 10.75 },
  host: { name: "Host", rem: 6.5, grows: true },
  capacity: { name: "Capacity", rem: 4.75, number: true },
  firmware: { name: "Firmware", rem: 5.5 },
  temperature: { name: "Temp.", rem: 3.5, number: true },
  percentageUsed: { name: "Used", rem: 4, number: true },
  written: { name: "Written", rem: 5, number: true },
  powerOn: { name: "Power-on", rem: 5.25, number: true },
  lastSample: { name: "Last sample", rem: 5.75, number: true },
  likelyEnd: { name: "Likely end", rem: 5.75, number: true, extra: true },
  lifecycle: { name: "Lifecycle", rem: 6, extra: true },
  tags: { name: "Tags", rem: 8, extra: true },
} as const satisfies Record<string, Column>;

export type ColumnKey = keyof typeof columnsByKey;
const unsorted = ["since", "likelyEnd", "lifecycle", "tags"] as const satisfies readonly ColumnKey[];
export type SortedColumn = Exclude<ColumnKey, (typeof unsorted)[number]>;

export interface DriveColumn extends Column {
  readonly key: ColumnKey;
}

export const columns: readonly DriveColumn[] = Object.entries(columnsByKey).map(([key, column]) => ({
  key: key as ColumnKey,
  ...column,
}));
export const columnKeys = Object.keys(columnsByKey) as ColumnKey[];
export const sortedColumns = columnKeys.filter(
  (key): key is SortedColumn => !(unsorted as readonly string[]).includes(key),
);
export const usualColumns: readonly ColumnKey[] = columns.filter(({ extra }) => extra !== true).map(({ key }) => key);

/** The chosen ones, in the order of the table; a drive's serial, which is its link, is always among them. */
export function chosenColumns(keys: readonly ColumnKey[]): DriveColumn[] {
  return columns.filter(({ key }) => key === "serial" || keys.includes(key));
}

const selectRem = 1.25;

/** Columns share one template, so that the head stands over its values. Without one that grows, the serial does. */
export function columnTemplate(chosen: readonly DriveColumn[]): string {
  const growing = chosen.some(({ grows }) => grows);
  const widths = chosen.map(({ key, rem, grows }) =>
    (growing ? grows : key === "serial") ? `minmax(${rem}rem, 1fr)` : `${rem}rem`,
  );
  return [`${selectRem}rem`, ...widths].join(" ");
}

/** Beside the table in a window: the sidebar and the margins. */
const besidePx = 276;
const remPx = 16;

/** A narrower window has no room for these columns: it has a list instead, which hides none. */
export function listBelowPx(chosen: readonly DriveColumn[]): number {
  return besidePx + remPx * chosen.reduce((sum, { rem }) => sum + rem, selectRem);
}
