"use client";

import { X } from "lucide-react";
import { BulkMenu } from "@/features/drives/bulk/bulk-menu";
import { Button } from "@/ui/button";
import { BenchmarkSelected } from "./benchmark-selected";
import type { DriveFilter } from "./drive-filter";
import { useDriveSelection } from "./drive-selection";
import type { DriveListPage } from "./drives-page-rows";
import { ExportMenu } from "./export-menu";
import { isFull, type Picked, pickedCount, pickedMost, pickedText } from "./picked";
import { selectionOf } from "./selection";

interface SelectionBarProps {
  readonly filter: DriveFilter;
  readonly total: Pick<DriveListPage, "total" | "totalIsExact">;
}

/** What can be done with the selected drives; it stays in view. */
export function SelectionBar({ filter, total }: SelectionBarProps) {
  const { picked, selectMatches, clear } = useDriveSelection();
  const count = pickedCount(picked, total);
  if (picked.kind === "drives" && count === 0) return null;
  const drives = pickedText(picked, total);
  const all: Picked = { kind: "matches", exceptIds: [] };
  return (
    <section
      aria-label="Selected drives"
      className="sticky bottom-4 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2 shadow-lg"
    >
      <span role="status">
        {drives} selected
        {isFull(picked)
          ? `, ${picked.kind === "drives" ? "" : "and left out, "}as many as can be picked (${pickedMost})`
          : ""}
      </span>
      {picked.kind === "drives" && (!total.totalIsExact || picked.ids.length < total.total) ? (
        <Button variant="ghost" onClick={selectMatches}>
          Select all {pickedText(all, total)}
        </Button>
      ) : null}
      <BenchmarkSelected filter={filter} picked={picked} count={count} drives={drives} />
      <BulkMenu selection={selectionOf(filter, picked)} />
      <ExportMenu filter={filter} picked={picked} drives={drives} />
      <Button variant="ghost" onClick={clear}>
        <X aria-hidden /> Clear selection
      </Button>
    </section>
  );
}
