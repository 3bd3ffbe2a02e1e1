/** Whether a text is what a pattern says, in any case; `*` stands for any characters. Without a regular expression: whoever writes a pattern cannot make it slow. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.trim().toUpperCase().split("*");
  const given = text.trim().toUpperCase();
  if (rest.length === 0) return given === first;
  if (!given.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let from = first.length;
  for (const part of rest) {
    const at = given.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return given.length - last.length >= from && given.endsWith(last);
}
