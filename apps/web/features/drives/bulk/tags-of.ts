/** The tags of a text, as the server keeps them: in small letters, once each. */
export function tagsOf(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim().toLowerCase());
  return [...new Set(tags)].filter((tag) => tag !== "");
}
