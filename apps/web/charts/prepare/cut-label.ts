import { textWidth } from "./text-width.ts";

/** A word that many drives share ("Intel", "SSD"): those with a digit are the model and the serial. */
const leadingWord = /^[^\d\s]+\s+(?=\S*\d|\S+\s)/;

/**
 * Cuts a label to about this many pixels: first the words in front that name a vendor or a family, then at the back. Its
 * end stays whole where it is what tells it from another.
 */
export function cutLabel(text: string, end: string | undefined, pixels: number): string {
  if (textWidth(text) <= pixels) return text;
  const kept = end !== undefined && text.endsWith(end) ? end : "";
  const name = withoutLeadingWords(text.slice(0, text.length - kept.length), pixels - textWidth(kept));
  const front = text.startsWith(name) ? "" : "…";
  if (textWidth(front + name + kept) <= pixels) return front + name + kept;
  const room = pixels - textWidth(front) - textWidth(kept) - textWidth("… ");
  let cut = name;
  while (cut !== "" && textWidth(cut) > room) cut = cut.slice(0, -1);
  return `${front}${cut.trimEnd().replace(/,$/, "")}…${kept === "" ? "" : ` ${kept}`}`;
}

function withoutLeadingWords(name: string, pixels: number): string {
  let rest = name;
  while (textWidth(`…${rest}`) > pixels && leadingWord.test(rest)) rest = rest.replace(leadingWord, "");
  return rest;
}
