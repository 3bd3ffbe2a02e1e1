import { type FileRemark, type ImportedRun, ImportProblem, readResultFile } from "@crosspoint/domain/import";
import { countedObstacles, documentOfPoint, namesOf, type Obstacles } from "./imported-document.ts";
import { type ImportedRows, rowsOf } from "./imported-rows.ts";

/** A file of results, and what a person said of it. */
export interface ImportRequest {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly fileName: string;
  readonly unit?: "ns" | "us" | "ms" | undefined;
  readonly direction?: "read" | "write" | undefined;
  /** Of the run that its points are to be of. */
  readonly runId: string;
  readonly now: Date;
}

/** All that is kept of a file, ready to be stored: nothing of it is as large as the file may be in memory. */
export interface ReadImport {
  readonly format: ImportedRun["format"];
  readonly tool: ImportedRun["tool"];
  readonly names: ReturnType<typeof namesOf>;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  readonly rows: ImportedRows;
  readonly obstacles: Obstacles;
  readonly refused: readonly FileRemark[];
  readonly warnings: readonly FileRemark[];
}

/** What came of reading a file; words and paths are those of the file. */
export type ImportAnswer =
  | { readonly kind: "read"; readonly read: ReadImport }
  | { readonly kind: "refused"; readonly path: string; readonly message: string };

export function answerImport(request: ImportRequest): ImportAnswer {
  try {
    return { kind: "read", read: readImport(request) };
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    return { kind: "refused", path: error.path, message: error.message };
  }
}

/**
 * Reads a file to its end: its text, its histograms, and the rows that they become.
 *
 * @throws ImportProblem where nothing can be taken of it.
 */
function readImport({ file, fileName, unit, direction, runId, now }: ImportRequest): ReadImport {
  const run = readResultFile(file, { unit, direction });
  const { startedAt, finishedAt, warnings } = timesOf(run, now);
  const judged = run.points.map((point) => ({ point, document: documentOfPoint(point) }));
  return {
    format: run.format,
    tool: run.tool,
    names: namesOf(run, fileName),
    startedAt,
    finishedAt,
    rows: rowsOf({ runId, tool: toolWords(run.tool), finishedAt }, judged),
    obstacles: countedObstacles(judged.map(({ document }) => document)),
    refused: run.refused.map((remark) => ({ ...remark })),
    warnings: [...run.warnings, ...warnings].map((remark) => ({ ...remark })),
  };
}

/** "fio 3.42". */
export function toolWords({ name, version }: ImportedRun["tool"]): string {
  return version === undefined ? name : `${name} ${version}`;
}

/**
 * A file's clock is anybody's: what is later than the server's own is not believed, nor an end that is not after the start
 * (the client of a fio server writes when it began).
 */
function timesOf({ startedAtMs, finishedAtMs }: ImportedRun, now: Date) {
  const past = (ms: number | undefined) =>
    ms !== undefined && ms > 0 && ms <= now.getTime() ? new Date(ms) : undefined;
  const isBackward = startedAtMs !== undefined && finishedAtMs !== undefined && finishedAtMs <= startedAtMs;
  const times = { startedAt: past(startedAtMs), finishedAt: isBackward ? undefined : past(finishedAtMs) };
  const isLater = Math.max(startedAtMs ?? 0, finishedAtMs ?? 0) > now.getTime();
  const message = "The file says that it was measured in the future; its times are left out.";
  return { ...times, warnings: isLater ? [{ path: "", message }] : [] };
}
