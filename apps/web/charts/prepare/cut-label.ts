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

interface Label {
  readonly text: string;
  /** Stays whole, as in {@link cutLabel}. */
  readonly end?: string | undefined;
}

/** Cuts labels that are read beside each other. Where different ones would read alike, they lose their middles instead. */
export function cutApart(labels: readonly Label[], pixels: number): string[] {
  const cut = labels.map(({ text, end }) => cutLabel(text, end, pixels));
  const textsOf = Map.groupBy(cut.keys(), (index) => cut[index] ?? "");
  return labels.map(({ text, end }, index) => {
    const own = cut[index] ?? "";
    const isAlone = textsOf.get(own)?.every((other) => labels[other]?.text === text) ?? true;
    return isAlone ? own : cutMiddle(text, end, pixels);
  });
}

/** Less of the end says nothing: then the model goes too. */
const leastTail = 4;

/** "…P4800X …0001673": of a drive's name the model and the end of its serial, which is what serials differ in. */
function cutMiddle(text: string, end: string | undefined, pixels: number): string {
  const kept = end !== undefined && text.endsWith(end) ? end : "";
  const name = withoutLeadingWords(text.slice(0, text.length - kept.length), 0);
  const front = text.startsWith(name) ? "" : "…";
  const model = /^\S+(?=\s\S)/.exec(name)?.[0] ?? "";
  const room = pixels - textWidth(kept) - textWidth("…");
  const beside = tailOf(name.slice(model.length).trimStart(), room - textWidth(`${front}${model} `));
  if (model !== "" && beside.length >= leastTail) return `${front}${model} …${beside}${kept}`;
  return `…${tailOf(name, room)}${kept}`;
}

/** As many letters of the end as have room, from a letter or digit on. */
function tailOf(text: string, pixels: number): string {
  let tail = text;
  while (tail !== "" && textWidth(tail) > pixels) tail = tail.slice(1);
  return tail.replace(/^[\s,-]+/, "");
}
