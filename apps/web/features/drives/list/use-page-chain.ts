"use client";

import { useCallback, useEffect, useState } from "react";
import { type DriveFilter, listInput } from "./drive-filter";
import type { DriveListPage } from "./drives-page-rows";
import { type PageChain, unread, withPage } from "./page-chain";

interface ListRead {
  readonly list: string;
  readonly chain: PageChain;
}

/**
 * The list that was read last in this tab. Back from one of its drives it is as long as it was: the browser finds the place again, and
 * only the pages in view are read. No more than one list is kept; 100,000 drives are 1000 cursors.
 */
let readLast: ListRead | undefined;

/** How far the list was read; from the beginning where another one was read since. */
export function usePageChain(
  filter: DriveFilter,
  first: DriveListPage | undefined,
): readonly [PageChain, (page: number, read: DriveListPage) => void] {
  const list = JSON.stringify(listInput(filter));
  const beginning = () => {
    const chain = readLast?.list === list ? readLast.chain : unread;
    return { list, chain: first === undefined ? chain : withPage(chain, 0, first) };
  };
  const [known, setKnown] = useState(beginning);
  if (known.list !== list) setKnown(beginning);
  useEffect(() => {
    readLast = known;
  }, [known]);
  const onRead = useCallback(
    (page: number, read: DriveListPage) =>
      setKnown((before) => {
        const chain = before.list === list ? withPage(before.chain, page, read) : before.chain;
        return chain === before.chain ? before : { list, chain };
      }),
    [list],
  );
  return [known.chain, onRead];
}
