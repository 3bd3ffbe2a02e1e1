// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link of a row and the button of a head.
"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useMediaQuery, useNarrow } from "@/ui/media-query";
import { Skeleton } from "@/ui/skeleton";
import { type DriveEntry, listBelowPx } from "./drive-columns";
import type { DriveFilter, DriveSort } from "./drive-filter";
import { DriveCard, DriveCells } from "./drive-row";
import { DrivesHead, DrivesSort } from "./drives-head";

/** Of a row of the table; of an entry of the list, and of one in a window as narrow as a phone's. */
const heightsPx = { table: 34, list: 74, narrow: 94 } as const;
const overscanRows = 12;
/** Rows that stand for those still to come, while there are some. */
const comingRows = 20;
/** What the server draws for, which knows no window. */
const initialWindow = { width: 1440, height: 900 };

interface DrivesTableProps {
  readonly filter: DriveFilter;
  /** Those read so far. */
  readonly drives: readonly DriveEntry[];
  /** Undefined where there are more than were counted. */
  readonly total: number | undefined;
  /** Reads the next page; undefined where there is none. */
  readonly more: (() => void) | undefined;
  readonly sortBy: (column: DriveSort) => void;
}

/** Draws the rows in view alone, and reads the next page as the last row that was read comes near. */
export function DrivesTable({ filter, drives, total, more, sortBy }: DrivesTableProps) {
  const body = useRef<HTMLDivElement>(null);
  const isList = useMediaQuery(`(max-width: ${listBelowPx - 1}px)`);
  const isNarrow = useNarrow();
  const heightPx = heightsPx[isNarrow ? "narrow" : isList ? "list" : "table"];
  const virtualizer = useWindowVirtualizer({
    count: drives.length + (more ? comingRows : 0),
    estimateSize: () => heightPx,
    overscan: overscanRows,
    initialRect: initialWindow,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => `${heightPx}-${index}`,
  });
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= drives.length;
  useEffect(() => {
    if (isNearEnd) more?.();
  }, [isNearEnd, more]);
  return (
    <div className="rounded-lg border bg-surface">
      {isList ? <DrivesSort filter={filter} sortBy={sortBy} /> : null}
      <div role="table" aria-label="Drives" aria-rowcount={total === undefined ? -1 : total + 1} className="text-table">
        {isList ? null : <DrivesHead filter={filter} sortBy={sortBy} />}
        <div
          ref={body}
          role="rowgroup"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={moveBetweenRows}
        >
          {items.map((item) => (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              data-row={item.index}
              className="absolute inset-x-0 border-b last:border-b-0 hover:bg-hover has-focus-visible:bg-hover"
              style={{
                height: item.size,
                transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)`,
              }}
            >
              <DriveRow drive={drives[item.index]} isList={isList} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function DriveRow({ drive, isList }: { drive: DriveEntry | undefined; isList: boolean }) {
  if (drive === undefined) {
    return (
      <div role="cell" className="flex h-full items-center px-4">
        <Skeleton className="h-3.5 w-full" />
      </div>
    );
  }
  return isList ? <DriveCard drive={drive} /> : <DriveCells drive={drive} />;
}

/** Arrows move from row to row; Enter opens, because the focus is on the row's own link. */
function moveBetweenRows(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const row = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
  if (!row) return;
  const next = Number(row.dataset.row) + (event.key === "ArrowDown" ? 1 : -1);
  const link = event.currentTarget.querySelector<HTMLElement>(`[data-row="${next}"] a[data-open]`);
  if (!link) return;
  event.preventDefault();
  link.focus();
}
