/** `npm run check -- figures [commit]`: how long files and functions are, now or as of a commit. */
import type { Sources } from "../imports/import.ts";
import { isGenerated, isTest } from "../imports/kinds.ts";
import { readSources, readSourcesAt } from "../imports/sources.ts";
import { isTypeScript } from "../imports/typescript.ts";
import { root } from "../steps/paths.ts";
import { type Length, median } from "./figures/length.ts";
import { rustLengths } from "./figures/rust.ts";
import { typeScriptFunctions } from "./figures/typescript.ts";

/** Functions longer than this are listed. */
const longestLines = 60;

interface Lengths {
  readonly files: readonly Length[];
  readonly functions: readonly Length[];
}

export async function reportFigures(commit?: string): Promise<void> {
  const sources = commit === undefined ? readSources(root) : readSourcesAt(root, commit);
  const all = { TypeScript: typeScriptLengths(sources), Rust: await allRustLengths(sources) };
  for (const [language, { files, functions }] of Object.entries(all)) {
    for (const test of [false, true]) {
      const of = (lengths: readonly Length[]) => describe(lengths.filter((length) => length.test === test));
      console.log(`${language}${test ? ", tests" : ""}: files ${of(files)}; functions ${of(functions)}`);
    }
  }
  const long = Object.values(all)
    .flatMap(({ functions }) => functions)
    .filter(({ lines }) => lines > longestLines);
  console.log(`\n${long.length} functions over ${longestLines} lines`);
  for (const { path, line, name, lines } of long.sort((a, b) => b.lines - a.lines)) {
    console.log(`${String(lines).padStart(4)}  ${name}  ${path}:${line}`);
  }
}

function describe(lengths: readonly Length[]): string {
  const lines = lengths.map((length) => length.lines);
  return `${lines.length}, median ${median(lines) ?? "none"} lines, longest ${Math.max(0, ...lines)}`;
}

function typeScriptLengths(sources: Sources): Lengths {
  const written = [...sources].filter(([path]) => isTypeScript(path) && !isGenerated(path));
  return {
    files: written.map(([path, text]) => lengthOfFile(path, text, isTest(path) || path.startsWith("e2e/"))),
    functions: written.flatMap(([path, text]) => typeScriptFunctions(path, text)),
  };
}

/** A file's lines are those without its modules for tests. */
async function allRustLengths(sources: Sources): Promise<Lengths> {
  const files: Length[] = [];
  const functions: Length[] = [];
  for (const [path, text] of sources) {
    if (!path.endsWith(".rs") || isGenerated(path)) continue;
    const found = await rustLengths(path, text, isTest(path));
    const whole = lengthOfFile(path, text, isTest(path));
    files.push({ ...whole, lines: whole.lines - found.testLines });
    functions.push(...found.functions);
  }
  return { files, functions };
}

function lengthOfFile(path: string, text: string, test: boolean): Length {
  return { path, line: 1, lines: text.split("\n").length - 1, test };
}
