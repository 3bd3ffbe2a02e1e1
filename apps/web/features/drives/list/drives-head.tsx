// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link of a row and the button of a head.
"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Select } from "@/ui/select";
import { columnTemplate, type DriveColumn, type SortedColumn, sortedColumns } from "./drive-columns";
import type { DriveFilter } from "./drive-filter";
import { SelectAll } from "./select-drive";

interface SortProps {
  readonly columns: readonly DriveColumn[];
  readonly filter: Pick<DriveFilter, "sort" | "descending">;
  /** By another column; the other way round where it is that one. */
  readonly sortBy: (column: SortedColumn) => void;
}

function isSorted(key: DriveColumn["key"]): key is SortedColumn {
  return (sortedColumns as readonly string[]).includes(key);
}

/** The names of the columns; nearly each sorts. */
export function DrivesHead({ columns, filter, sortBy }: SortProps) {
  return (
    <div role="rowgroup" className="sticky top-12 z-20 rounded-t-lg border-b bg-surface text-muted">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-9 items-center"
        style={{ gridTemplateColumns: columnTemplate(columns) }}
      >
        <div role="columnheader" className="flex items-center pl-1.5">
          <SelectAll />
        </div>
        {columns.map(({ key, name, number }) => {
          const place = cn("px-2", number && "text-right", key === "verdict" && "px-1");
          if (!isSorted(key)) {
            return (
              <div key={key} role="columnheader" className={cn("truncate font-medium", place)}>
                {name}
              </div>
            );
          }
          const sorted = filter.sort === key;
          const Arrow = filter.descending ? ArrowDown : ArrowUp;
          return (
            <div
              key={key}
              role="columnheader"
              aria-sort={sorted ? (filter.descending ? "descending" : "ascending") : "none"}
              className={place}
            >
              <button
                type="button"
                onClick={() => sortBy(key)}
                className={cn(
                  "inline-flex items-center gap-1 whitespace-nowrap font-medium hover:text-text",
                  sorted && "text-text",
                )}
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

/** What sorts where there are no columns. */
export function DrivesSort({ columns, filter, sortBy }: SortProps) {
  const Arrow = filter.descending ? ArrowDown : ArrowUp;
  return (
    <div className="flex items-center gap-2 border-b px-3 py-1.5">
      <SelectAll />
      <Select
        aria-label="Sort by"
        className="h-7"
        value={filter.sort}
        onValueChange={sortBy}
        options={columns.flatMap(({ key, name }) => (isSorted(key) ? [{ value: key, label: name }] : []))}
      />
      <Button
        variant="ghost"
        size="icon-small"
        aria-label={filter.descending ? "Sort ascending" : "Sort descending"}
        onClick={() => sortBy(filter.sort)}
      >
        <Arrow aria-hidden />
      </Button>
    </div>
  );
}
