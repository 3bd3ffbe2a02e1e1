"use client";

import { BulkMenu } from "@/features/drives/bulk/bulk-menu";
import { Button } from "@/ui/button";
import { SelectionBar } from "@/ui/selection-bar";
import { BenchmarkSelected } from "./benchmark-selected";
import type { DriveFilter } from "./drive-filter";
import { useDriveSelection } from "./drive-selection";
import type { DriveListPage } from "./drives-page-rows";
import { ExportMenu } from "./export-menu";
import { isFull, type Picked, pickedCount, pickedMost, pickedText } from "./picked";
import { selectionOf } from "./selection";

interface DriveSelectionBarProps {
  readonly filter: DriveFilter;
  readonly total: Pick<DriveListPage, "total" | "totalIsExact">;
}

/** What can be done with the selected drives; it stays in view. */
export function DriveSelectionBar({ filter, total }: DriveSelectionBarProps) {
  const { picked, selectMatches, clear } = useDriveSelection();
  const count = pickedCount(picked, total);
  if (picked.kind === "drives" && count === 0) return null;
  const drives = pickedText(picked, total);
  const all: Picked = { kind: "matches", exceptIds: [] };
  const full = isFull(picked) ? `, ${leftOut(picked)}as many as can be picked (${pickedMost})` : "";
  return (
    <SelectionBar label="Selected drives" text={`${drives} selected${full}`} onClear={clear}>
      {picked.kind === "drives" && (!total.totalIsExact || picked.ids.length < total.total) ? (
        <Button variant="ghost" onClick={selectMatches}>
          Select all {pickedText(all, total)}
        </Button>
      ) : null}
      <BenchmarkSelected filter={filter} picked={picked} count={count} drives={drives} />
      <BulkMenu selection={selectionOf(filter, picked)} />
      <ExportMenu filter={filter} picked={picked} drives={drives} />
    </SelectionBar>
  );
}

function leftOut({ kind }: Picked): string {
  return kind === "drives" ? "" : "and left out, ";
}
