/** A plan as YAML: what a file, an export and the text view of the builder have. JSON is YAML. */
import { Document, isScalar, isSeq, LineCounter, parseDocument, visit, YAMLError } from "yaml";

/** Most characters of a plan's text: 256 for each of its 256 steps, and what a parser reads in well under a second. */
export const planCharactersLimit = 65_536;
/** A few are of use; a hundred that name each other would make gigabytes of a line. */
const aliasesLimit = 64;

export type PlanPath = readonly (string | number)[];

/** A text as it was read, or why it is none. */
export type ReadYaml =
  | { readonly kind: "document"; readonly document: unknown; readonly lineOf: (path: PlanPath) => number }
  | { readonly kind: "mistake"; readonly message: string; readonly line: number | undefined };

export function readPlanYaml(text: string): ReadYaml {
  if (text.length > planCharactersLimit) {
    return { kind: "mistake", message: `it has more than ${planCharactersLimit} characters`, line: undefined };
  }
  try {
    return read(text);
  } catch (error) {
    return { kind: "mistake", message: wordsOf(error), line: undefined };
  }
}

function read(text: string): ReadYaml {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, merge: false });
  const [error] = parsed.errors;
  if (error !== undefined) return { kind: "mistake", message: wordsOf(error), line: error.linePos?.[0].line };
  const document: unknown = parsed.toJS({ maxAliasCount: aliasesLimit });
  return { kind: "document", document, lineOf: (path) => lineOf(parsed, lines, path) };
}

/** Where the thing stands that a path names, or else what is around it; the first line is 1. */
function lineOf(parsed: Document, lines: LineCounter, path: PlanPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = parsed.getIn(path.slice(0, length), true) as { range?: readonly number[] } | undefined;
    const start = node?.range?.[0];
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

function wordsOf(error: unknown): string {
  // What a text of nothing but brackets does to the parser; it says so in either way.
  if (error instanceof RangeError || String(error).includes("call stack")) return "it is nested too deeply";
  if (error instanceof YAMLError) return `this is neither YAML nor JSON: ${withoutPlace(error.message)}`;
  if (error instanceof ReferenceError) return `more than ${aliasesLimit} values stand behind aliases`;
  throw error;
}

/** Its line is told apart; the text around it is seen anyway. */
function withoutPlace(message: string): string {
  return (message.split("\n")[0] ?? message).replace(/ at line \d+, column \d+:?$/, "");
}

/** Lists of values stand in one line, as people write axes; lists of steps do not. */
export function writePlanYaml(document: unknown): string {
  const written = new Document(document);
  visit(written, {
    Seq: (_, list) => {
      if (isSeq(list) && list.items.every(isScalar)) list.flow = list.items.every(isShort);
    },
  });
  return written.toString({ lineWidth: 120, flowCollectionPadding: false });
}

function isShort(item: unknown): boolean {
  return isScalar(item) && String(item.value).length <= 40;
}
