const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** "a", "a and b", "a, b and c". */
export function andList(words: readonly string[]): string {
  return list.format(words);
}
