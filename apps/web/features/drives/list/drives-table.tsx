// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link of a row and the button of a head.
"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { cn } from "@/ui/classes";
import { useMediaQuery } from "@/ui/media-query";
import { Skeleton } from "@/ui/skeleton";
import { columns, columnTemplate, type DriveEntry, listBelowPx, roomClasses } from "./drive-columns";
import type { DriveFilter, DriveSort } from "./drive-filter";
import { DriveCard, DriveCells } from "./drive-row";

const rowHeightPx = { table: 34, list: 62 } as const;
const overscanRows = 12;
/** Rows that stand for those of the next page until it is read. */
const loadingRows = 30;
/** What the server draws for, which knows no window. */
const initialWindow = { width: 1440, height: 900 };

interface DrivesTableProps {
  readonly filter: DriveFilter;
  /** As many as were read. */
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
  const heightPx = isList ? rowHeightPx.list : rowHeightPx.table;
  const virtualizer = useWindowVirtualizer({
    count: drives.length + (more ? loadingRows : 0),
    estimateSize: () => heightPx,
    overscan: overscanRows,
    initialRect: initialWindow,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => `${heightPx}-${index}`,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = last >= drives.length;
  useEffect(() => {
    if (isNearEnd) more?.();
  }, [isNearEnd, more]);
  return (
    <div className="rounded-lg border bg-surface">
      <div role="table" aria-label="Drives" aria-rowcount={total === undefined ? -1 : total + 1} className="text-table">
        {isList ? null : <Head filter={filter} sortBy={sortBy} />}
        <div
          ref={body}
          role="rowgroup"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={moveBetweenRows}
        >
          {items.map((item) => {
            const drive = drives[item.index];
            return (
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
                {drive === undefined ? (
                  <Loading />
                ) : isList ? (
                  <DriveCard drive={drive} />
                ) : (
                  <DriveCells drive={drive} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div role="cell" className="flex h-full items-center px-4">
      <Skeleton className="h-3.5 w-full" />
    </div>
  );
}

function Head({ filter, sortBy }: Pick<DrivesTableProps, "filter" | "sortBy">) {
  return (
    <div role="rowgroup" className="sticky top-12 z-20 rounded-t-lg border-b bg-surface text-muted">
      <div role="row" aria-rowindex={1} className={cn("grid h-9 items-center px-2", columnTemplate)}>
        {columns.map(({ sort, name, number, room }) => {
          const sorted = filter.sort === sort;
          const Arrow = filter.descending ? ArrowDown : ArrowUp;
          return (
            <div
              key={sort}
              role="columnheader"
              aria-sort={sorted ? (filter.descending ? "descending" : "ascending") : "none"}
              className={cn("px-2", number && "text-right", room && roomClasses[room])}
            >
              <button
                type="button"
                onClick={() => sortBy(sort)}
                className={cn("inline-flex items-center gap-1 font-medium hover:text-text", sorted && "text-text")}
              >
                {name}
                {sorted ? <Arrow className="size-3.5" aria-hidden /> : null}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
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
