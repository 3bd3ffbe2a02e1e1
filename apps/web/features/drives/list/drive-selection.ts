"use client";

import { createContext, use, useMemo, useRef, useState } from "react";
import { type Picked, pickedMost, withToggled } from "./picked";

export interface DriveSelection {
  readonly picked: Picked;
  readonly isSelected: (driveId: string) => boolean;
  /** With `range`, all from the row that was toggled before to this one. */
  readonly toggle: (index: number, driveId: string, range: boolean) => void;
  /** Selects all from one row to another. */
  readonly extend: (from: number, to: number) => void;
  /** Tells which drives a page of the list has; its first row is at `start`. */
  readonly know: (start: number, driveIds: readonly string[]) => void;
  /** All that the filter lets through, also those that no page has shown. */
  readonly selectMatches: () => void;
  readonly clear: () => void;
}

const nothing: Picked = { kind: "drives", ids: [] };

/**
 * `filter` is what the list is narrowed to and `list` its order too, each as text: drives that were picked stay picked, but
 * all matches of another filter would be other drives than those that were looked at.
 */
export function useSelectDrives(filter: string, list: string): DriveSelection {
  const [{ picked, of }, setPicked] = useState<{ picked: Picked; of: string }>({ picked: nothing, of: filter });
  const isStale = picked.kind === "matches" && of !== filter;
  if (isStale) setPicked({ picked: nothing, of: filter });
  const current = isStale ? nothing : picked;
  /** As this visit has read them, and where a range begins: what an earlier one read may stand elsewhere by now. */
  const rows = useRef({ list, ids: new Map<number, string>(), last: undefined as number | undefined });
  return useMemo(() => {
    const set = (next: Picked) => setPicked({ picked: next, of: filter });
    const selected = new Set(current.kind === "drives" ? current.ids : current.exceptIds);
    const isSelected = (id: string) => (current.kind === "drives") === selected.has(id);
    const rowsHere = () => {
      if (rows.current.list !== list) rows.current = { list, ids: new Map(), last: undefined };
      return rows.current;
    };
    return {
      picked: current,
      isSelected,
      toggle: (index, driveId, range) => {
        const { ids, last } = rowsHere();
        const changed = range && last !== undefined ? between(ids, last, index) : [driveId];
        rows.current.last = index;
        set(withToggled(current, changed ?? [driveId], !isSelected(driveId)));
      },
      extend: (from, to) => {
        rows.current.last = to;
        set(withToggled(current, between(rowsHere().ids, from, to) ?? [], true));
      },
      know: (start, driveIds) => {
        for (const [at, id] of driveIds.entries()) rowsHere().ids.set(start + at, id);
      },
      selectMatches: () => set({ kind: "matches", exceptIds: [] }),
      clear: () => set(nothing),
    };
  }, [current, filter, list]);
}

/** Undefined where one of them was not read, as after a return to a place far down: nobody has seen which it is. */
function between(ids: ReadonlyMap<number, string>, from: number, to: number): string[] | undefined {
  const found: string[] = [];
  for (let index = Math.min(from, to); index <= Math.max(from, to) && found.length <= pickedMost; index += 1) {
    const id = ids.get(index);
    if (id === undefined) return undefined;
    found.push(id);
  }
  return found;
}

export const DriveSelectionContext = createContext<DriveSelection | undefined>(undefined);

export function useDriveSelection(): DriveSelection {
  const selection = use(DriveSelectionContext);
  if (selection === undefined) throw new Error("useDriveSelection stands outside of the drives page");
  return selection;
}
