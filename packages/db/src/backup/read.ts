import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { type BackupEnd, type BackupHead, readEnd, readHead } from "./document.ts";
import { BackupError } from "./error.ts";

/** A part of the script: a statement, or some of the rows of the COPY before it, whole lines each. */
export type ScriptPart =
  | { readonly kind: "statement"; readonly text: string }
  | { readonly kind: "rows"; readonly bytes: Buffer }
  | { readonly kind: "rowsEnd" };

export interface BackupSummary {
  readonly head: BackupHead;
  readonly end: BackupEnd;
}

const chunkBytes = 1 << 20;
/** A statement or the first line: longer is no backup. */
const lineBytesLimit = 1 << 20;
const newline = 0x0a;
/** Ends the rows of a COPY; no row can be this, because a backslash in one is doubled. */
const rowsEndLine = "\\.\n";

/** Reads the whole file: what is cut off or damaged is refused before anything is done with it. */
export async function checkBackup(file: string): Promise<BackupSummary> {
  let head: BackupHead | undefined;
  let end: BackupEnd | undefined;
  for await (const part of readScript(file)) {
    if (part.kind !== "statement") continue;
    head ??= readHead(part.text);
    end = readEnd(part.text);
  }
  if (head === undefined) throw new BackupError(`${file} is empty.`, "Give a file that `npm run backup` wrote.");
  if (end === undefined) throw cutOff(file);
  return { head, end };
}

/** The script, in parts of bounded size. */
export async function* readScript(file: string): AsyncGenerator<ScriptPart> {
  let pending: Buffer = Buffer.alloc(0);
  let inRows = false;
  for await (const chunk of unpacked(file)) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const taken: Taken = inRows ? takeRows(pending) : takeStatement(pending);
      if (taken.length === 0) break;
      yield* taken.parts;
      pending = pending.subarray(taken.length);
      inRows = taken.inRows;
    }
    if (!inRows && pending.length > lineBytesLimit) readHead("");
  }
  if (inRows || pending.length > 0) throw cutOff(file);
}

interface Taken {
  readonly parts: readonly ScriptPart[];
  /** 0: more must be read first. */
  readonly length: number;
  readonly inRows: boolean;
}

function takeStatement(pending: Buffer): Taken {
  const length = pending.indexOf(newline) + 1;
  const text = pending.toString("utf8", 0, Math.max(length - 1, 0));
  return { parts: [{ kind: "statement", text }], length, inRows: isCopy(text) };
}

/** Whole rows only, so that the line which ends them is always seen at a line's start. */
function takeRows(pending: Buffer): Taken {
  if (pending.indexOf(rowsEndLine) === 0)
    return { parts: [{ kind: "rowsEnd" }], length: rowsEndLine.length, inRows: false };
  const before = pending.indexOf(`\n${rowsEndLine}`);
  const length = (before < 0 ? pending.lastIndexOf(newline) : before) + 1;
  return { parts: [{ kind: "rows", bytes: pending.subarray(0, length) }], length, inRows: true };
}

export function isCopy(statement: string): boolean {
  return /^COPY .* FROM stdin;$/.test(statement);
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  source.on("error", (error) => gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip);
  } catch (error) {
    throw explained(error, file);
  } finally {
    source.destroy();
  }
}

function explained(error: unknown, file: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return new BackupError(`There is no file ${file}.`, "Check the name.", error);
    case "Z_BUF_ERROR":
      return cutOff(file);
    case "Z_DATA_ERROR":
      return new BackupError(
        `${file} is damaged, or is not a backup of Crosspoint.`,
        "Give a file that `npm run backup` wrote; copy it again if it came over a network.",
        error,
      );
    default:
      return error;
  }
}

function cutOff(file: string): BackupError {
  return new BackupError(`${file} is cut off: its end is missing.`, "Copy it again, or restore an older backup.");
}
