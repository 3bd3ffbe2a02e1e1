// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link of a row and the button of a head.
"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Select } from "@/ui/select";
import { columns, columnTemplate } from "./drive-columns";
import type { DriveFilter, DriveSort } from "./drive-filter";

interface SortProps {
  readonly filter: Pick<DriveFilter, "sort" | "descending">;
  /** By another column; the other way round where it is that one. */
  readonly sortBy: (column: DriveSort) => void;
}

/** The names of the columns; each sorts. */
export function DrivesHead({ filter, sortBy }: SortProps) {
  return (
    <div role="rowgroup" className="sticky top-12 z-20 rounded-t-lg border-b bg-surface text-muted">
      <div role="row" aria-rowindex={1} className={cn("grid h-9 items-center", columnTemplate)}>
        <div role="columnheader">
          <span className="sr-only">Select</span>
        </div>
        {columns.map(({ sort, name, number }) => {
          const sorted = filter.sort === sort;
          const Arrow = filter.descending ? ArrowDown : ArrowUp;
          return (
            <div
              key={sort}
              role="columnheader"
              aria-sort={sorted ? (filter.descending ? "descending" : "ascending") : "none"}
              className={cn("px-2", number && "text-right", sort === "verdict" && "px-1")}
            >
              <button
                type="button"
                onClick={() => sortBy(sort)}
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
export function DrivesSort({ filter, sortBy }: SortProps) {
  const Arrow = filter.descending ? ArrowDown : ArrowUp;
  return (
    <div className="flex items-center gap-2 border-b px-3 py-1.5">
      <Select
        aria-label="Sort by"
        className="h-7"
        value={filter.sort}
        onValueChange={sortBy}
        options={columns.map(({ sort, name }) => ({ value: sort, label: name }))}
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
