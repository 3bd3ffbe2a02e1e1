import { readCrosspointExport } from "./crosspoint/read-export.ts";
import { looksLikeFioLog, readFioHistogramLog } from "./fio/histogram-log.ts";
import { readFioJson } from "./fio/json-file.ts";
import { type HdrLogReading, readHdrLog } from "./hdr/read-log.ts";
import type { ImportedRun } from "./imported-run.ts";
import { Field } from "./json/field.ts";
import { parseJson } from "./json/parse.ts";
import { importLimits } from "./limits.ts";
import { ImportProblem } from "./problem.ts";

/**
 * Reads a file of results, whatever tool wrote it, by how it begins.
 *
 * @throws ImportProblem where it is none, or holds nothing that can be taken; a part that cannot stands in `refused`.
 */
export function readResultFile(bytes: Uint8Array, said: HdrLogReading = {}): ImportedRun {
  const run = readText(textOf(bytes), said);
  if (run.points.length === 0) {
    const [first] = run.refused;
    throw new ImportProblem(first?.path ?? "", first?.message ?? "The file holds no result.");
  }
  const { remarks } = importLimits;
  return { ...run, refused: run.refused.slice(0, remarks), warnings: run.warnings.slice(0, remarks) };
}

function textOf(bytes: Uint8Array): string {
  if (bytes.byteLength > importLimits.fileBytes) {
    throw new ImportProblem(
      "",
      `The file has ${bytes.byteLength} bytes; the limit is ${importLimits.fileBytes}. Divide it.`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ImportProblem("", "The file is not text in UTF-8. A compressed file has to be unpacked first.");
  }
}

function readText(text: string, said: HdrLogReading): ImportedRun {
  if (text.trim() === "") throw new ImportProblem("", "The file is empty.");
  if (/^\s*(?:#\[|"StartTimestamp"|Tag=)|^[\d.]+,[\d.]+,[\d.]+,HIST/m.test(text.slice(0, 4096)))
    return readHdrLog(text, said);
  if (looksLikeFioLog(text)) return readFioHistogramLog(text);
  if (/^\s*\{\s*"crosspoint"/.test(text)) return readCrosspointExport(new Field(wholeDocument(text), ""));
  return readFioJson(text);
}

function wholeDocument(text: string) {
  const { value, end } = parseJson(text, 0, { values: 0 });
  if (text.slice(end).trim() !== "")
    throw new ImportProblem("", "Something stands after the end of the exported document.");
  return value;
}
