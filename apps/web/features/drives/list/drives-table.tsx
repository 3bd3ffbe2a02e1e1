// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link of a row and the button of a head.
"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useRef } from "react";
import { useMediaQuery, useNarrow } from "@/ui/media-query";
import { chosenColumns, listBelowPx, type SortedColumn } from "./drive-columns";
import type { DriveFilter } from "./drive-filter";
import { type DriveSelection, useDriveSelection } from "./drive-selection";
import { DrivesHead, DrivesSort } from "./drives-head";
import { type DriveListPage, DrivesPageRows } from "./drives-page-rows";
import { drivesPerPage, rowsOf } from "./page-chain";
import { usePageChain } from "./use-page-chain";

/** Of a row of the table; of an entry of the list, and of one in a window as narrow as a phone's. */
const heightsPx = { table: 46, list: 74, narrow: 114 } as const;
const overscanRows = 12;
/** Rows that stand for those still to come, while there are some. */
const comingRows = 20;
/** What the server draws for, which knows no window. */
const initialWindow = { width: 1440, height: 900 };

interface DrivesTableProps {
  readonly filter: DriveFilter;
  /** The first page, where it is that of this filter. */
  readonly first: DriveListPage | undefined;
  /** Undefined where there are more than were counted. */
  readonly total: number | undefined;
  readonly sortBy: (column: SortedColumn) => void;
}

/** Draws the rows in view alone, and reads their pages alone: the others are neither asked for again nor kept current. */
export function DrivesTable({ filter, first, total, sortBy }: DrivesTableProps) {
  const [chain, onRead] = usePageChain(filter, first);
  const body = useRef<HTMLDivElement>(null);
  const columns = chosenColumns(filter.columns);
  const isList = useMediaQuery(`(width < ${listBelowPx(columns)}px)`);
  const selection = useDriveSelection();
  const isNarrow = useNarrow();
  const heightPx = heightsPx[isNarrow ? "narrow" : isList ? "list" : "table"];
  const virtualizer = useWindowVirtualizer({
    count: rowsOf(chain, comingRows),
    estimateSize: () => heightPx,
    overscan: overscanRows,
    initialRect: initialWindow,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => `${heightPx}-${index}`,
  });
  const items = virtualizer.getVirtualItems();
  const pages = Map.groupBy(items, ({ index }) => Math.floor(index / drivesPerPage));
  return (
    <div className="rounded-lg border bg-surface">
      {isList ? <DrivesSort columns={columns} filter={filter} sortBy={sortBy} /> : null}
      <div role="table" aria-label="Drives" aria-rowcount={total === undefined ? -1 : total + 1} className="text-table">
        {isList ? null : <DrivesHead columns={columns} filter={filter} sortBy={sortBy} />}
        <div
          ref={body}
          role="rowgroup"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={(event) => pressed(event, selection)}
        >
          {[...pages].map(([page, items]) => (
            <DrivesPageRows
              key={page}
              filter={filter}
              page={page}
              cursor={chain.cursors[page]}
              items={items}
              offsetPx={virtualizer.options.scrollMargin}
              columns={isList ? undefined : columns}
              onRead={onRead}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/**
 * Arrows move from row to row, with Shift they select all on the way; the space bar selects; Enter opens, because the focus is
 * on the row's own link.
 */
function pressed(event: KeyboardEvent<HTMLDivElement>, selection: DriveSelection): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>("[data-row]");
  if (!row) return;
  if (event.key === " " && target.matches("a[data-open]")) {
    event.preventDefault();
    select(row, selection, event.shiftKey);
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const place = Number(row.dataset.row) + (event.key === "ArrowDown" ? 1 : -1);
  const next = event.currentTarget.querySelector<HTMLElement>(`[data-row="${place}"]`);
  if (!next) return;
  event.preventDefault();
  next.querySelector<HTMLElement>("a[data-open]")?.focus();
  if (event.shiftKey) selection.extend(Number(row.dataset.row), place);
}

function select({ dataset: { row, drive } }: HTMLElement, selection: DriveSelection, range: boolean): void {
  if (drive !== undefined) selection.toggle(Number(row), drive, range);
}
