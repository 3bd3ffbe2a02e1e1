import { stripVTControlCharacters } from "node:util";

const most = 20;

/** What somebody should know of a part that passed: the lines that say what was skipped, ignored, or needed its second try. */
export function noticesIn(log: string): string[] {
  const found = new Set<string>();
  let listsFlaky = false;
  for (const line of stripVTControlCharacters(log).split("\n")) {
    // Playwright lists the flaky tests, each more indented than the number of them.
    const isListed: boolean = listsFlaky && line.startsWith("    [");
    listsFlaky = isListed || /^ *\d+ flaky/.test(line);
    if (isListed || listsFlaky || /\bskipped\b|[1-9]\d* ignored;/.test(line)) found.add(line.trim());
  }
  return [...found].slice(0, most);
}
