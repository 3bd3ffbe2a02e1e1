/**
 * What tells texts apart: words that all of them begin or end with are left out. "Intel P4800X, reads" and
 * "Intel P3700, reads" become "P4800X" and "P3700". Where one of them is how all the others begin, or end, nothing is left out there.
 */
export function withoutCommonWords(texts: readonly string[]): string[] {
  if (texts.length < 2) return [...texts];
  const words = texts.map((text) => text.split(" "));
  const shortest = Math.min(...words.map((each) => each.length));
  const front = cutCount(words, shortest, (each, index) => each[index]);
  const back = cutCount(words, shortest - front, (each, index) => each.at(-1 - index));
  return words.map((each) =>
    each
      .slice(front, each.length - back)
      .join(" ")
      .replace(/[,;:]$/, ""),
  );
}

/**
 * Without the parts between commas that all texts have, wherever they stand: "P4800X, random read, QD1" and
 * "P3700, random read, QD16" become "P4800X, QD1" and "P3700, QD16". As they are where that would leave one empty or two alike.
 */
export function withoutCommonParts(texts: readonly string[]): readonly string[] {
  const parts = texts.map((text) => text.split(", "));
  const [first = [], ...others] = parts;
  if (others.length === 0) return texts;
  const common = new Set(first.filter((part) => others.every((other) => other.includes(part))));
  const left = parts.map((own) => own.filter((part) => !common.has(part)).join(", "));
  return left.includes("") || new Set(left).size < new Set(texts).size ? texts : left;
}

/** None where nothing would be left of a text. */
function cutCount(...common: Parameters<typeof commonCount>): number {
  const count = commonCount(...common);
  return count < common[1] ? count : 0;
}

function commonCount(
  words: readonly (readonly string[])[],
  limit: number,
  wordAt: (words: readonly string[], index: number) => string | undefined,
): number {
  let count = 0;
  while (count < limit && words.every((each) => wordAt(each, count) === wordAt(words[0] ?? [], count))) count += 1;
  return count;
}
