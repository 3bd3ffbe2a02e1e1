// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link of a row and the button of a head.
"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useTRPC } from "@/api/client";
import { cn } from "@/ui/classes";
import { useMediaQuery } from "@/ui/media-query";
import { Skeleton } from "@/ui/skeleton";
import { columns, columnTemplate, type DriveEntry, listBelowPx, roomClasses } from "./drive-columns";
import { type DriveFilter, type DriveSort, drivesPerPage, listInput } from "./drive-filter";
import { DriveCard, DriveCells } from "./drive-row";

const rowHeightPx = { table: 34, list: 62 } as const;
const overscanRows = 12;
/** What the server draws for, which knows no window. */
const initialWindow = { width: 1440, height: 900 };

interface DrivesTableProps {
  readonly filter: DriveFilter;
  readonly total: number;
  readonly sortBy: (column: DriveSort) => void;
}

/** Draws the rows in view alone and reads the pages that they stand on, so 100 000 drives scroll like a hundred. */
export function DrivesTable({ filter, total, sortBy }: DrivesTableProps) {
  const body = useRef<HTMLDivElement>(null);
  const isList = useMediaQuery(`(max-width: ${listBelowPx - 1}px)`);
  const heightPx = isList ? rowHeightPx.list : rowHeightPx.table;
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => heightPx,
    overscan: overscanRows,
    initialRect: initialWindow,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => `${heightPx}-${index}`,
  });
  const items = virtualizer.getVirtualItems();
  const driveAt = useDrivesInView(filter, items[0]?.index ?? 0, items.at(-1)?.index ?? drivesPerPage - 1);
  return (
    <div className="rounded-lg border bg-surface">
      <div role="table" aria-label="Drives" aria-rowcount={total + 1} className="text-table">
        {isList ? null : <Head filter={filter} sortBy={sortBy} />}
        <div
          ref={body}
          role="rowgroup"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={moveBetweenRows}
        >
          {items.map((item) => {
            const drive = driveAt(item.index);
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

/** Reads the pages that the rows from `first` to `last` stand on. A row whose page is on its way is undefined. */
function useDrivesInView(filter: DriveFilter, first: number, last: number): (index: number) => DriveEntry | undefined {
  const trpc = useTRPC();
  const firstPage = Math.floor(first / drivesPerPage);
  const lastPage = Math.floor(last / drivesPerPage);
  const pages = useQueries({
    queries: Array.from({ length: lastPage - firstPage + 1 }, (_, index) =>
      trpc.drive.list.queryOptions(listInput(filter, (firstPage + index) * drivesPerPage), {
        placeholderData: firstPage + index === 0 ? keepPreviousData : undefined,
      }),
    ),
  });
  return (index) => {
    const page = Math.floor(index / drivesPerPage);
    return pages[page - firstPage]?.data?.drives[index - page * drivesPerPage];
  };
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
