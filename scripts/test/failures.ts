import { stripVTControlCharacters } from "node:util";

const most = 20;
/** What follows a failed test's name says within so many lines what went wrong. */
const linesToReason = 6;
const reasonLimit = 300;

/** How Vitest, Playwright and a Rust test name a test that failed, at the place where they tell of it. */
const headings = [/^ ?FAIL {1,2}(.+)$/, /^ {2}\d+\) (.+)$/, /^---- (.+) stdout ----$/];
const reasons = /^\s*(\w*Error\b.*|thread '.*' .*panicked at .*)$/;

/** The tests that failed by a part's log, each with the first line of what went wrong. */
export function failuresIn(log: string): string[] {
  const lines = stripVTControlCharacters(log).split("\n");
  const found = new Map<string, string>();
  lines.forEach((line, at) => {
    const name = headings.map((heading) => heading.exec(line)?.[1]).find((text) => text !== undefined);
    if (name === undefined || found.has(name.trim())) return;
    const reason = lines.slice(at + 1, at + 1 + linesToReason).find((next) => reasons.test(next));
    found.set(name.trim(), (reason?.trim() ?? "").slice(0, reasonLimit));
  });
  const told = [...found].map(([name, reason]) => (reason === "" ? name : `${name}\n    ${reason}`));
  return told.length > most ? [...told.slice(0, most), `and ${told.length - most} more`] : told;
}
