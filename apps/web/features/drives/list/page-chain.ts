export const drivesPerPage = 100;

/** Where the pages of a list begin, as far as it was read: each page tells where the next one begins. */
export interface PageChain {
  /** The first page has none. */
  readonly cursors: readonly (string | undefined)[];
  /** Rows of the last page; undefined while there is another page to be read. */
  readonly lastLength: number | undefined;
}

export const unread: PageChain = { cursors: [undefined], lastLength: undefined };

interface ReadPage {
  readonly drives: readonly unknown[];
  readonly nextCursor?: string | undefined;
}

/** After the page at `index` was read, for the first time or again: what follows it may begin elsewhere, or be no more. */
export function withPage(chain: PageChain, index: number, { drives, nextCursor }: ReadPage): PageChain {
  const { cursors, lastLength } = chain;
  if (nextCursor === undefined) {
    const isKnown = lastLength === drives.length && cursors.length === index + 1;
    return isKnown ? chain : { cursors: cursors.slice(0, index + 1), lastLength: drives.length };
  }
  if (cursors[index + 1] === nextCursor) return chain;
  const isLast = index + 1 >= cursors.length;
  return {
    cursors: [...cursors.slice(0, index + 1), nextCursor, ...cursors.slice(index + 2)],
    lastLength: isLast ? undefined : lastLength,
  };
}

/** How many rows there are so far; `coming` stand for the page that was not read yet. */
export function rowsOf({ cursors, lastLength }: PageChain, coming: number): number {
  return (cursors.length - 1) * drivesPerPage + (lastLength ?? coming);
}
