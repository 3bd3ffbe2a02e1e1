/** Widths at twelve pixels: a capital or digit takes about 8, any other letter 6.2. */
function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (/[A-Z0-9]/.test(letter) ? 8 : 6.2), 0);
}

/** A word that many drives share ("Intel", "SSD"): those with a digit are the model and the serial. */
const leadingWord = /^[^\d\s]+\s+(?=\S*\d|\S+\s)/;

/**
 * Cuts a label to about this many pixels: first the words in front that name a vendor or a family, then at the back. Its
 * end stays whole where it is what tells it from another.
 */
export function cutLabel(text: string, end: string | undefined, pixels: number): string {
  if (widthOf(text) <= pixels) return text;
  const kept = end !== undefined && text.endsWith(end) ? end : "";
  const name = withoutLeadingWords(text.slice(0, text.length - kept.length), pixels - widthOf(kept));
  const front = text.startsWith(name) ? "" : "…";
  if (widthOf(front + name + kept) <= pixels) return front + name + kept;
  const room = pixels - widthOf(front) - widthOf(kept) - widthOf("… ");
  let cut = name;
  while (cut !== "" && widthOf(cut) > room) cut = cut.slice(0, -1);
  return `${front}${cut.trimEnd().replace(/,$/, "")}…${kept === "" ? "" : ` ${kept}`}`;
}

function withoutLeadingWords(name: string, pixels: number): string {
  let rest = name;
  while (widthOf(`…${rest}`) > pixels && leadingWord.test(rest)) rest = rest.replace(leadingWord, "");
  return rest;
}
