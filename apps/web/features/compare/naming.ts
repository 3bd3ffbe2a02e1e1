import { blockSizes, type ComparisonRow, totalDepthOf } from "@crosspoint/domain";

/** What names and colors of a comparison follow from. */
export interface NamedEntry {
  readonly kind: "measured" | "published";
  readonly row: Pick<ComparisonRow, "id" | "label" | "drive" | "workload">;
  readonly modelId: string | undefined;
  readonly runId?: string;
  readonly direction?: "read" | "write";
  readonly finishedAt?: Date | undefined;
}

export interface EntryName {
  readonly text: string;
  /** The end of `text` that tells this result from another of the same drive. */
  readonly detail: string | undefined;
}

/** Names by row id: the drive, and where another run of it stands in the comparison also when this one ended. */
export function entryNames(entries: readonly NamedEntry[]): ReadonlyMap<string, EntryName> {
  const runs = Map.groupBy(entries.filter(isMeasured), ({ row }) => row.drive);
  return new Map(
    entries.map((entry) => {
      if (!isMeasured(entry)) return [entry.row.id, { text: entry.row.label, detail: undefined }];
      const { row, runId, finishedAt, direction } = entry;
      const others = runs.get(row.drive)?.filter((each) => each.runId !== runId) ?? [];
      const mixed = row.workload.readPercent > 0 && row.workload.readPercent < 100;
      const detail = [
        mixed && direction !== undefined ? `${direction}s` : undefined,
        others.length > 0 && finishedAt !== undefined ? momentText(finishedAt, others) : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(", ");
      return [
        row.id,
        { text: detail === "" ? row.drive : `${row.drive}, ${detail}`, detail: detail === "" ? undefined : detail },
      ];
    }),
  );
}

function isMeasured({ kind }: NamedEntry): boolean {
  return kind === "measured";
}

/** "11-21 14:03" in the reader's zone, with the second where another run ended in the same minute. */
function momentText(time: Date, others: readonly NamedEntry[]): string {
  const minute = minuteText(time);
  const same = others.some(({ finishedAt }) => finishedAt !== undefined && minuteText(finishedAt) === minute);
  return same ? `${minute}:${two(time.getSeconds())}` : minute;
}

function minuteText(time: Date): string {
  return `${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * What each row's color follows, by row id: its drive's model, measured or published, since the fill tells those two
 * apart. Where all are of one model the drives get a color each, and where all are of one drive, its runs do.
 */
export function colorKeys(entries: readonly NamedEntry[]): ReadonlyMap<string, string> {
  const model = ({ modelId, row }: NamedEntry) => modelId ?? row.drive;
  const levels = [
    model,
    (entry: NamedEntry) => (isMeasured(entry) ? entry.row.drive : model(entry)),
    (entry: NamedEntry) => (isMeasured(entry) ? (entry.runId ?? entry.row.id) : model(entry)),
  ];
  const keyOf = levels.find((of) => new Set(entries.map(of)).size > 1) ?? model;
  return new Map(entries.map((entry) => [entry.row.id, keyOf(entry)]));
}

/** Entries in the order of their load: pattern, mix and size, then by depth; equal ones as they were chosen. */
export function sortedByLoad<Of extends NamedEntry>(entries: readonly Of[]): Of[] {
  const size = ({ row: { workload: w } }: Of) => [
    w.pattern === "random" ? 0 : 1,
    -w.readPercent,
    blockSizes(w)[0]?.bytes ?? 0,
    totalDepthOf(w),
  ];
  return entries.toSorted((a, b) => {
    const [left, right] = [size(a), size(b)];
    return left.map((value, index) => value - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  });
}
