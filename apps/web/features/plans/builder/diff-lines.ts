import { diffLines } from "diff";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed" | "skipped";
  readonly text: string;
}

/** Lines that are shown around a change. */
const contextLines = 3;

/** What changed from one text to another, line by line; longer stretches that are the same are left out. */
export function changedLines(before: string, after: string): DiffLine[] {
  const parts = diffLines(before, after).map(({ value, added, removed }) => {
    const kind = added ? "added" : removed ? "removed" : "same";
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((text): DiffLine => ({ kind, text }));
  });
  if (parts.length === 1 && parts[0]?.[0]?.kind === "same") return [];
  return parts.flatMap((lines, index) => shortened(lines, index > 0, index < parts.length - 1));
}

function shortened(lines: readonly DiffLine[], hasBefore: boolean, hasAfter: boolean): readonly DiffLine[] {
  if (lines[0]?.kind !== "same") return lines;
  const [head, tail] = [hasBefore ? contextLines : 0, hasAfter ? contextLines : 0];
  const skipped = lines.length - head - tail;
  if (skipped < 2) return lines;
  return [
    ...lines.slice(0, head),
    { kind: "skipped", text: `${skipped} lines unchanged` },
    ...lines.slice(lines.length - tail),
  ];
}
