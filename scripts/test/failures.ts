import { stripVTControlCharacters } from "node:util";

const most = 20;
/** What follows a failed test's name says within so many lines what went wrong. */
const linesToReason = 6;
/** Of what went wrong: a machine that hung tells what it waited for. */
const reasonLines = 60;
const reasonLimit = 4000;

/** How Vitest, Playwright and a Rust test name a test that failed, at the place where they tell of it. */
const headings = [/^ ?FAIL {1,2}(.+)$/, /^ {2}\d+\) (.+)$/, /^---- (.+) stdout ----$/];
const reasons = /^\s*(\w*Error\b.*|thread '.*' .*panicked at .*)$/;
/** What follows it: where that was, what was expected, or another test. */
const afterReason =
  /^\s*(❯|at |- Expected|Call [lL]og|>? *\d+ ?\||⎯|──|note: run with|stack backtrace|\d+ (?:failed|flaky)$)/;

/** The tests that failed by a part's log, each with what went wrong; not those that passed when they were tried once more. */
export function failuresIn(log: string): string[] {
  const lines = lastTries(stripVTControlCharacters(log).split("\n"));
  return told(failures(lines, flakyIn(lines)));
}

/** The tests that failed at any try by the log of a part that passed, each with what went wrong. */
export function firstTriesIn(log: string): string[] {
  return told(failures(stripVTControlCharacters(log).split("\n"), []));
}

/** What went wrong by the name of the test; of several tries, at the first. */
function failures(lines: readonly string[], flaky: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  lines.forEach((line, at) => {
    const heading = headings.map((each) => each.exec(line)?.[1]).find((text) => text !== undefined);
    if (heading === undefined) return;
    const name = nameOf(heading);
    // Behind its name there may be the step of the test that failed.
    if (found.has(name) || flaky.some((each) => name === each || name.startsWith(`${each} › `))) return;
    found.set(name, reasonIn(lines.slice(at + 1, at + 1 + linesToReason + reasonLines)));
  });
  return found;
}

function reasonIn(lines: readonly string[]): string {
  const begin = lines.findIndex((line) => reasons.test(line));
  if (begin < 0 || begin >= linesToReason) return "";
  const length = lines.slice(begin).findIndex((line) => afterReason.test(line) || isHeading(line));
  const reason = lines.slice(begin, length < 0 ? undefined : begin + length).slice(0, reasonLines);
  return reason
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n    ")
    .slice(0, reasonLimit);
}

function told(found: ReadonlyMap<string, string>): string[] {
  const all = [...found].map(([name, reason]) => (reason === "" ? name : `${name}\n    ${reason}`));
  return all.length > most ? [...all.slice(0, most), `and ${all.length - most} more`] : all;
}

const isHeading = (line: string) => headings.some((each) => each.test(line));

/**
 * Without what `run-vitest.ts` and `run-crates.ts` tried once more, all of Vitest's files or one program of a crate: what failed again
 * is told again.
 */
function lastTries(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const line of lines) {
    const again = /^── (?:Once more: |(.+): once more, alone: )/.exec(line);
    const from = again?.[1] === undefined ? 0 : kept.lastIndexOf(`── ${again[1]}`);
    if (again !== null && from >= 0) kept.length = from;
    kept.push(line);
  }
  return kept;
}

/** Those that Playwright lists at its end as flaky, as it has told of their first try as of any other that failed. */
function flakyIn(lines: readonly string[]): string[] {
  const list = lines.slice(lines.findLastIndex((line) => /^ {2}\d+ flaky/.test(line)) + 1);
  const end = list.findIndex((line) => !line.startsWith("    ["));
  return list.slice(0, end < 0 ? list.length : end).map(nameOf);
}

/** Playwright draws a line behind a name, up to the terminal's edge. */
function nameOf(text: string): string {
  return text.replace(/[ ─]+$/, "").trimStart();
}
