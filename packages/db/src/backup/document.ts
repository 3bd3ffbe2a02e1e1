import { BackupError } from "./error.ts";

/** Of the file's own form; one that this version does not read has a higher number. */
export const backupFormat = 1;

/** How the first line and the last one begin: comments for psql, JSON for us. */
const headMark = "-- Crosspoint backup ";
const endMark = "-- Complete ";

export interface BackupHead {
  readonly format: number;
  /** ISO 8601, UTC: what was committed before stands in it. */
  readonly takenAt: string;
  /** Of the server that was backed up, such as 18.4. */
  readonly postgresql: string;
  /** What had made the tables, in order. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
}

export interface BackupEnd {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

export function headLine(head: BackupHead): string {
  return `${headMark}${JSON.stringify(head)}\n`;
}

export function endLine(end: BackupEnd): string {
  return `${endMark}${JSON.stringify(end)}\n`;
}

/** @throws BackupError for a file that is none of ours, or of a form that is newer than this version. */
export function readHead(line: string): BackupHead {
  const head = afterMark<BackupHead>(line, headMark);
  if (head === undefined || !Number.isInteger(head.format) || !Array.isArray(head.migrations)) {
    throw new BackupError("It is not a backup of Crosspoint.", "Give a file that `npm run backup` wrote.");
  }
  if (head.format > backupFormat) {
    throw new BackupError(
      "It was made by a newer version of Crosspoint.",
      "Restore it with that version, or a newer one.",
    );
  }
  return head;
}

/** What the line says if it is the last one of a whole backup. */
export function readEnd(line: string): BackupEnd | undefined {
  return afterMark<BackupEnd>(line, endMark);
}

function afterMark<T>(line: string, mark: string): T | undefined {
  if (!line.startsWith(mark)) return undefined;
  try {
    return JSON.parse(line.slice(mark.length)) as T;
  } catch {
    return undefined;
  }
}
