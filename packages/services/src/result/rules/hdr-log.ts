/** How a log of HdrHistogram begins, whose values are nanoseconds; `notes` are comments. */
export function hdrLogHead(startedAtMs: number | undefined, notes: readonly string[] = []): string {
  return [
    "#[Written by Crosspoint]",
    "#[Histogram log format version 1.3]",
    "#[Unit of values: ns]",
    ...(startedAtMs === undefined ? [] : [`#[StartTime: ${(startedAtMs / 1000).toFixed(3)} (seconds since epoch)]`]),
    ...notes.map((note) => `#[${note.replace(/\s+/g, " ")}]`),
    '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"',
    "",
  ].join("\n");
}

export interface HdrLogEntry {
  /** Without commas and white space, which end it for every reader. */
  readonly tag: string;
  readonly startSeconds: number;
  readonly seconds: number;
  readonly maxNs: number;
  /** HdrHistogram V2, deflated, base64. */
  readonly histogram: string;
}

export function hdrLogEntry({ tag, startSeconds, seconds, maxNs, histogram }: HdrLogEntry): string {
  // The format has its maximum in milliseconds, of nanoseconds.
  const numbers = [startSeconds, seconds, maxNs / 1e6].map((value) => value.toFixed(3));
  return `Tag=${tag},${numbers.join()},${histogram}\n`;
}
