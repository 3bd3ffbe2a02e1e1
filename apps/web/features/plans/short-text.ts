/** How short a trial of a plan is to be, as it was typed. */
export interface ShortText {
  readonly text: string;
  /** The longest time of a point; undefined where the text is none. */
  readonly seconds: number | undefined;
  readonly error: string | undefined;
}

const secondsMost = 3600;

export function readShort(text: string): ShortText {
  const value = Number(text);
  const valid = /^\d{1,4}$/.test(text) && value >= 1 && value <= secondsMost;
  if (valid) return { text, seconds: value, error: undefined };
  return { text, seconds: undefined, error: "A whole number from 1 to 3,600 s." };
}
