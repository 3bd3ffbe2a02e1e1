import { importLimits } from "./limits.ts";
import { ImportProblem } from "./problem.ts";

/** The lines of a text with their numbers, from 1, without holding them all; those without a character are left out. */
export function* linesOf(text: string): Generator<readonly [number: number, line: string]> {
  let start = 0;
  for (let number = 1; start < text.length; number += 1) {
    if (number > importLimits.lines) throw new ImportProblem("", `The file has more than ${importLimits.lines} lines.`);
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).trim();
    if (line !== "") yield [number, line];
    start = end + 1;
  }
}
