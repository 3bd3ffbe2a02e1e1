import { stripVTControlCharacters } from "node:util";

const most = 20;
/** What follows a failed test's name says within so many lines what went wrong. */
const linesToReason = 6;
const reasonLimit = 300;

/** How Vitest, Playwright and a Rust test name a test that failed, at the place where they tell of it. */
const headings = [/^ ?FAIL {1,2}(.+)$/, /^ {2}\d+\) (.+)$/, /^---- (.+) stdout ----$/];
const reasons = /^\s*(\w*Error\b.*|thread '.*' .*panicked at .*)$/;

/** The tests that failed by a part's log, each with the first line of what went wrong; not those that passed when they were tried once more. */
export function failuresIn(log: string): string[] {
  const lines = lastTries(stripVTControlCharacters(log).split("\n"));
  const flaky = flakyIn(lines);
  const found = new Map<string, string>();
  lines.forEach((line, at) => {
    const heading = headings.map((each) => each.exec(line)?.[1]).find((text) => text !== undefined);
    if (heading === undefined) return;
    const name = nameOf(heading);
    // Behind its name there may be the step of the test that failed.
    if (found.has(name) || flaky.some((each) => name === each || name.startsWith(`${each} › `))) return;
    const reason = lines.slice(at + 1, at + 1 + linesToReason).find((next) => reasons.test(next));
    found.set(name, (reason?.trim() ?? "").slice(0, reasonLimit));
  });
  const told = [...found].map(([name, reason]) => (reason === "" ? name : `${name}\n    ${reason}`));
  return told.length > most ? [...told.slice(0, most), `and ${told.length - most} more`] : told;
}

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
