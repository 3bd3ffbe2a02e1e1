import { formatBytes, formatCount } from "@crosspoint/domain";
import { importLimits } from "@crosspoint/domain/import/limits";
import type { ImportOutcome } from "@crosspoint/services/result/import";

/** Files that are taken in one go; they are sent one after the other. */
export const filesLimit = 100;

/** What is sent as one import: a file, or the histogram logs of jobs that ran together. */
export interface ImportedFile {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly parts: readonly File[];
  readonly state: FileState;
}

export type FileState =
  | { readonly kind: "ready" }
  /** `share` of its bytes, 0 to 1. */
  | { readonly kind: "sending"; readonly share: number }
  | { readonly kind: "reading" }
  | { readonly kind: "imported"; readonly outcome: ImportOutcome }
  | { readonly kind: "refused"; readonly refusal: FileRefusal };

export interface FileRefusal {
  readonly message: string;
  /** Where in the file, as far as it is known. */
  readonly path?: string | undefined;
  readonly remedy?: string | undefined;
  /** Whether sending it again, perhaps with other choices, may help. */
  readonly mayTryAgain: boolean;
}

export interface Taken {
  readonly files: readonly ImportedFile[];
  /** What was left out, and why. */
  readonly problem: string | undefined;
}

/** The chosen files behind those that are there; what is too large is refused before a byte of it is sent. */
export function takeFiles(before: readonly ImportedFile[], chosen: readonly File[]): Taken {
  const room = Math.max(filesLimit - before.length, 0);
  const firstId = 1 + Math.max(0, ...before.map(({ id }) => id));
  const taken = chosen.slice(0, room).map((file, index) => fileOf(firstId + index, [file], file.name));
  const left = chosen.length - taken.length;
  return {
    files: [...before, ...taken],
    problem:
      left === 0
        ? undefined
        : `${formatCount(left)} of ${formatCount(chosen.length)} files were left out: ${filesLimit} are taken at a time. Import them afterwards.`,
  };
}

function fileOf(id: number, parts: readonly File[], name: string): ImportedFile {
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  const refusal = sizeRefusal(bytes);
  return { id, name, bytes, parts, state: refusal === undefined ? { kind: "ready" } : { kind: "refused", refusal } };
}

function sizeRefusal(bytes: number): FileRefusal | undefined {
  if (bytes === 0) return { message: "The file is empty.", mayTryAgain: false };
  if (bytes <= importLimits.fileBytes) return undefined;
  return {
    message: `The file has ${formatBytes(bytes).text}; the limit is 16 MiB.`,
    remedy: "Nothing was sent. Divide it, or let the tool write less.",
    mayTryAgain: false,
  };
}

/** fio's logs of one run: the part of their names before the number of the job. */
const HISTOGRAM_LOG = /^(.{1,150}_[cs]?lat_hist)\.\d{1,6}\.log$/;

/** Histogram logs of one fio run that wait side by side, by the name that they share. */
export function logGroups(files: readonly ImportedFile[]): ReadonlyMap<string, readonly ImportedFile[]> {
  const waiting = files.filter(({ state, parts }) => state.kind === "ready" && parts.length === 1);
  const groups = Map.groupBy(waiting, ({ name }) => HISTOGRAM_LOG.exec(name)?.[1] ?? "");
  return new Map([...groups].filter(([name, logs]) => name !== "" && logs.length > 1));
}

/** The logs of a group as one import, in the place of the first of them. */
export function joinLogs(files: readonly ImportedFile[], name: string): ImportedFile[] {
  const logs = logGroups(files).get(name) ?? [];
  const [first] = logs;
  if (first === undefined) return [...files];
  const joined = fileOf(
    first.id,
    logs.flatMap(({ parts }) => parts),
    `${name}.*.log`,
  );
  return files.flatMap((file) => (file === first ? joined : logs.includes(file) ? [] : file));
}

/** Whether a file may be a log of HdrHistogram, which does not say the unit of its values. */
export function isHdrLog({ name }: ImportedFile): boolean {
  return /\.(hlog|hgrm|hdr)$/i.test(name);
}

/** "3 imported, 1 refused, 2 waiting", for whoever does not see the list. */
export function progressWords(files: readonly ImportedFile[]): string {
  const count = (...kinds: FileState["kind"][]) => files.filter(({ state }) => kinds.includes(state.kind)).length;
  const counts = [
    [count("imported"), "imported"],
    [count("refused"), "refused"],
    [count("sending", "reading"), "in progress"],
    [count("ready"), "ready"],
  ] as const;
  return counts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(", ");
}
