import type { ImportedRun } from "../imported-run.ts";
import { Field } from "../json/field.ts";
import { newlinesBetween, parseJson } from "../json/parse.ts";
import { importLimits } from "../limits.ts";
import { type FileRemark, ImportProblem, quoted } from "../problem.ts";
import { documentOf, type FioDocument, pointsOf } from "./document.ts";

/**
 * The output of `fio --output-format=json` or json+: one document or several, perhaps with lines before, between and after
 * them (errors, and the text for people that json,normal has).
 */
export function readFioJson(text: string): ImportedRun {
  const { documents, remarks } = documentsIn(text);
  const [first] = documents;
  if (first === undefined) throw new ImportProblem("", "There is no JSON document of fio in this file.");
  const { last, interim } = withoutInterim(documents);
  // Before each of them is held against all others of its document.
  refuseMore(
    last.reduce((sum, { jobs }) => sum + jobs.length, 0),
    "jobs",
  );
  const read = last.map((document) => pointsOf(document));
  const points = read.flatMap((each) => each.points);
  refuseMore(points.length, "points");
  const other = last.find(({ version }) => version !== first.version);
  const starts = last.flatMap(({ startedAtMs }) => startedAtMs ?? []);
  const ends = last.flatMap(({ writtenAtMs }) => writtenAtMs ?? []);
  return {
    format: "fioJson",
    tool: { name: "fio", version: other === undefined ? first.version : undefined },
    names: namesOf(last),
    startedAtMs: starts.length === 0 ? undefined : Math.min(...starts),
    finishedAtMs: ends.length === 0 ? undefined : Math.max(...ends),
    points,
    refused: read.flatMap((each) => each.refused),
    warnings: [
      ...remarks,
      ...(interim === 0
        ? []
        : [{ path: "", message: `${interim} interim reports left out: the last one holds all that they count.` }]),
      ...(other === undefined
        ? []
        : [{ path: other.field.path, message: `Documents of fio ${first.version} and ${other.version} in one file.` }]),
    ],
  };
}

function refuseMore(count: number, what: string): void {
  if (count <= importLimits.points) return;
  throw new ImportProblem("", `The file has ${count} ${what}; the limit is ${importLimits.points}. Divide it.`);
}

/** fio tells its host only of a client, and its target only by the options of its jobs. */
function namesOf(documents: readonly FioDocument[]): ImportedRun["names"] {
  const jobs = documents.flatMap((document) => document.jobs);
  const one = (values: readonly (string | undefined)[]) => (new Set(values).size === 1 ? values[0] : undefined);
  return {
    target: one(jobs.map(({ options }) => options?.get("filename"))),
    host: one(jobs.map(({ field }) => field.at("hostname").optionalText())),
    plan: one(jobs.map(({ name }) => name)),
  };
}

interface Found {
  readonly documents: readonly FioDocument[];
  readonly remarks: readonly FileRemark[];
}

/** A document begins with a brace at the beginning of a line; what fio prints for people never does. */
function documentsIn(text: string): Found {
  const documents: FioDocument[] = [];
  const remarks: FileRemark[] = [];
  const count = { values: 0 };
  let from = 0;
  let line = 1;
  for (let start = nextBrace(text, 0); start !== -1; start = nextBrace(text, from)) {
    if (documents.length === importLimits.documents) {
      throw new ImportProblem("", `The file has more than ${importLimits.documents} documents.`);
    }
    remarks.push(...errorLines(text.slice(from, start), line));
    const { value, end } = parseJson(text, start, count);
    // Counted on from the last document: from the start of the file for each would take minutes of a hostile one.
    line += newlinesBetween(text, from, end);
    const root = new Field(
      value,
      documents.length === 0 && nextBrace(text, end) === -1 ? "" : `document ${documents.length + 1}`,
    );
    documents.push(documentOf(root));
    from = end;
  }
  return { documents, remarks };
}

function nextBrace(text: string, from: number): number {
  if (from === 0 && text.startsWith("{")) return 0;
  const at = text.indexOf("\n{", Math.max(from - 1, 0));
  return at === -1 ? -1 : at + 1;
}

/** Error lines that are kept of what stands before a document. */
const errorLinesLimit = 5;

/** Of what stands between documents, from this line of the file on. */
function errorLines(between: string, line: number): FileRemark[] {
  return between
    .split("\n", importLimits.remarks)
    .flatMap((each, index) =>
      /^fio: |error/i.test(each) ? [{ path: `line ${line + index}`, message: `fio said ${quoted(each)}.` }] : [],
    )
    .slice(0, errorLinesLimit);
}

/** Seconds by which the start of one run may differ between its reports: fio rounds them. */
const startRoundingMs = 2000;

/** `--status-interval` repeats all jobs with all that was counted so far: only the last report of a run is a result. */
function withoutInterim(documents: readonly FioDocument[]): { last: FioDocument[]; interim: number } {
  const last = documents.filter((document, index) => {
    const next = documents[index + 1];
    return next === undefined || !continues(document, next);
  });
  return { last, interim: documents.length - last.length };
}

function continues(before: FioDocument, after: FioDocument): boolean {
  if (before.jobs.length !== after.jobs.length || before.version !== after.version) return false;
  const { startedAtMs: start, writtenAtMs: written = 0 } = before;
  const { startedAtMs: nextStart, writtenAtMs: nextWritten = 0 } = after;
  if (start === undefined || nextStart === undefined || nextWritten < written) return false;
  if (Math.abs(start - nextStart) > startRoundingMs) return false;
  return before.jobs.every((job, index) => {
    const same = after.jobs[index];
    return same !== undefined && job.name === same.name && counted(job.field) <= counted(same.field);
  });
}

function counted(job: Field): number {
  return (["read", "write"] as const).reduce(
    (sum, each) => sum + (job.at(each).at("io_bytes").optionalCount() ?? 0),
    0,
  );
}
