"use client";

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, type RefObject, useCallback, useRef } from "react";
import { cn } from "@/ui/classes";
import { useDrawAll } from "@/ui/near/draw-all";
import { manyStackedClasses } from "@/ui/table";

interface TallTableProps {
  readonly label: string;
  /** Of all its rows, the head's too, where not all of them stand on the page. */
  readonly rows?: number;
  readonly scroller?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A table that scrolls in a place of its own, under a head that stays; a list where there is no room for its columns. */
export function TallTable({ label, rows, scroller, children }: TallTableProps) {
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      className="@container relative max-h-[60vh] overflow-auto print:max-h-none print:overflow-visible"
    >
      <table
        aria-label={label}
        aria-rowcount={rows}
        className={cn(
          "w-full border-collapse text-table [&_thead]:sticky [&_thead]:top-0 [&_thead]:z-10 [&_thead]:bg-surface",
          manyStackedClasses,
        )}
      >
        {children}
      </table>
    </section>
  );
}

/** What a row must be given: it is measured, and named by its place among all rows. */
export interface RowPlace {
  readonly ref: (row: HTMLTableRowElement | null) => void;
  readonly "data-index": number;
  readonly "aria-rowindex": number;
}

interface TallRowsProps {
  readonly label: string;
  readonly head: ReactNode;
  /** Their keys, from the first to the last. */
  readonly keys: readonly string[];
  readonly columns: number;
  /** About how high a row is, in pixels. */
  readonly rowHeight?: number;
  /** Called anew for every row where it is another one. */
  readonly row: (index: number, place: RowPlace) => ReactNode;
}

/** Rows of one line; a row that is higher is measured, and the table drawn once more for it. */
const rowPx = 31;
const overscan = 1;
/** So many cells are drawn at once without anybody waiting for them. */
const plainCells = 240;

/** About how high a table of so many rows is: it scrolls beyond three fifths of a usual window. */
export function tableHeight(rows: number, rowHeight = rowPx): number {
  return Math.min(40 + rows * rowHeight, 540);
}

/** A tall table of which the rows in view alone are drawn, once they are many; all of them where the page is printed or searched. */
export function TallRows({ label, head, keys, columns, rowHeight = rowPx, row }: TallRowsProps) {
  const scroller = useRef<HTMLElement>(null);
  const all = useDrawAll();
  const isPlain = all || keys.length * columns <= plainCells;
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    overscan,
    measureElement: (drawn: HTMLTableRowElement, told, of: Virtualizer<HTMLElement, HTMLTableRowElement>) =>
      knownHeight(drawn, told, of) ?? rowHeight,
    initialRect: { width: 1000, height: 540 },
    enabled: !isPlain,
  });
  const items = virtualizer.getVirtualItems();
  const shown = isPlain ? keys.map((_, index) => index) : items.map(({ index }) => index);
  const before = isPlain ? 0 : (items[0]?.start ?? 0);
  const after = isPlain ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <TallTable label={label} rows={keys.length + 1} scroller={scroller}>
      {head}
      <tbody>
        <Space height={before} />
        {shown.map((index) => (
          <TallRow key={keys[index]} row={row} index={index} measure={virtualizer.measureElement} />
        ))}
        <Space height={after} />
      </tbody>
    </TallTable>
  );
}

/**
 * As the browser tells it once it has laid out the table; until then as it was, or is taken to be. To ask a row for its height while
 * others are still added would lay out the table for each.
 */
function knownHeight(
  row: HTMLTableRowElement,
  told: ResizeObserverEntry | undefined,
  { indexFromElement, measurementsCache }: Virtualizer<HTMLElement, HTMLTableRowElement>,
): number | undefined {
  const [box] = told?.borderBoxSize ?? [];
  return box === undefined ? measurementsCache[indexFromElement(row)]?.size : Math.round(box.blockSize);
}

interface TallRowProps extends Pick<TallRowsProps, "row"> {
  readonly index: number;
  readonly measure: RowPlace["ref"];
}

/** Measuring the rows, and scrolling, draws none of those anew that stand already. */
const TallRow = memo(function TallRow({ row, index, measure }: TallRowProps) {
  return row(index, { ref: measure, "data-index": index, "aria-rowindex": index + 2 });
});

/** For the rows that are not drawn. */
function Space({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden className="block! p-0!" style={{ height }} /> : null;
}
