/** What happened to the drives of one host within so long is one change. */
export const togetherMs = 5 * 60_000;

interface Dated {
  readonly at: Date;
}

/** Each with those of the same kind shortly before it; the newest first, as the rows are. */
export function together<Row extends Dated>(rows: readonly Row[], kindOf: (row: Row) => string): Row[][] {
  const groups: Row[][] = [];
  const newest = new Map<string, Row[]>();
  for (const row of rows) {
    const kind = kindOf(row);
    const group = newest.get(kind);
    if (group !== undefined && (group[0]?.at.getTime() ?? 0) - row.at.getTime() <= togetherMs) {
      group.push(row);
    } else {
      const begun = [row];
      groups.push(begun);
      newest.set(kind, begun);
    }
  }
  return groups;
}

/** Whether more of the same as a group may be among what was not read: what was read goes back to about its first. */
export function mayGoOn<Row extends Dated>(read: readonly Row[], most: number, [first]: readonly Row[]): boolean {
  const oldest = read.length >= most ? read.at(-1) : undefined;
  return first !== undefined && oldest !== undefined && first.at.getTime() - oldest.at.getTime() <= togetherMs;
}
