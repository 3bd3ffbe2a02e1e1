import { z } from "zod";

const textLimit = 600;

/** A time as part of a key. `new Date` alone would read "stor-1" as a day in January 2001. */
export const timeInKey = z.iso.datetime().transform((text) => new Date(text));

/**
 * Where a page of a list ended: the values by which the list is sorted, the last of them unique, as text that a browser
 * hands back for the next page. It is a key and no count of rows, so nothing is skipped or shown twice whatever comes,
 * goes or changes meanwhile, and the thousandth page costs what the first does.
 */
export interface Cursor<Key> {
  /** For a verb's input. */
  readonly text: z.ZodType<string, string>;
  readonly write: (key: Key) => string;
  /** Undefined for the first page. */
  readonly read: (text: string | undefined) => Key | undefined;
}

/** The cursor of a list that is sorted by `key`. */
export function cursorOf<Key>(key: z.ZodType<Key>): Cursor<Key> {
  const decode = (text: string) => key.safeParse(jsonOf(Buffer.from(text, "base64url").toString()));
  return {
    text: z
      .string()
      .max(textLimit)
      .refine((text) => decode(text).success, "is not a place in this list"),
    write: (value) => Buffer.from(JSON.stringify(value)).toString("base64url"),
    read: (text) => (text === undefined ? undefined : decode(text).data),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
