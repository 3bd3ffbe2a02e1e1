/** Widths at twelve pixels: a capital or digit takes about 8, any other letter 6.2. */
function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (/[A-Z0-9]/.test(letter) ? 8 : 6.2), 0);
}

/** Cuts a label to about this many pixels. Its end stays whole where it is what tells it from another. */
export function cutLabel(text: string, end: string | undefined, pixels: number): string {
  if (widthOf(text) <= pixels) return text;
  const kept = end !== undefined && text.endsWith(end) ? end : "";
  const room = pixels - widthOf(kept) - widthOf("… ");
  let cut = text.slice(0, text.length - kept.length);
  while (cut !== "" && widthOf(cut) > room) cut = cut.slice(0, -1);
  return `${cut.trimEnd().replace(/,$/, "")}…${kept === "" ? "" : ` ${kept}`}`;
}
