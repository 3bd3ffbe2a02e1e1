/** What a person typed of the serials that were asked for. */
export interface TypedSerials {
  /** For each drive that was asked about whether its serial is there. */
  readonly confirmed: readonly boolean[];
  /** Entries that are the serial of none of them. */
  readonly unknown: readonly string[];
}

/**
 * Finds serials in a text in which they stand apart by spaces, commas, semicolons or line breaks, in any order. Only a whole
 * serial counts, in its own letter case; one with spaces in it stands on a line of its own; two drives with one serial need
 * it twice.
 */
export function readSerials(text: string, serials: readonly string[]): TypedSerials {
  const known = new Set(serials);
  const left = text.split(/[,;\t\r\n]+/).flatMap((entry) => {
    const whole = entry.trim();
    return known.has(whole) ? [whole] : whole.split(/\s+/).filter((part) => part !== "");
  });
  const confirmed = serials.map((serial) => {
    const at = left.indexOf(serial);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
  return { confirmed, unknown: left.filter((entry) => !known.has(entry)) };
}
