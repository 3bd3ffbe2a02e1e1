/** Comments that are about every job file. */
const generalLines = 3;

/** What fio cannot do of a plan, or does otherwise, as its job file says it; each once, in order. */
export function fioNotes(jobFile: string): string[] {
  const comments = jobFile.split("\n").filter((line) => line.startsWith("; "));
  return [...new Set(comments.slice(generalLines).map((line) => line.slice(2)))];
}
