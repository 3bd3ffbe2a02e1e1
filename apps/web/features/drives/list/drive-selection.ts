"use client";

import { createContext, use, useMemo, useRef, useState } from "react";
import { targetsMost } from "@/features/plans/chosen-targets";
import type { DriveEntry } from "./drive-columns";

export interface DriveSelection {
  /** The ids of the selected drives, in the order in which they were selected. */
  readonly ids: readonly string[];
  /** With `range`, all that are known from the row that was toggled before to this one. */
  readonly toggle: (index: number, driveId: string, selected: boolean, range: boolean) => void;
  /** Tells what stands in a row. */
  readonly know: (index: number, drive: DriveEntry) => void;
  readonly clear: () => void;
}

/** The rows are told of their drives as they are drawn, since a long list is never there as a whole. */
export function useSelectDrives(): DriveSelection {
  const [ids, setIds] = useState<readonly string[]>([]);
  const rows = useRef(new Map<number, string>());
  const last = useRef<number>(undefined);
  return useMemo(() => {
    const between = (from: number, to: number): string[] => {
      const found: string[] = [];
      for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
        const id = rows.current.get(index);
        if (id !== undefined) found.push(id);
      }
      return found;
    };
    return {
      ids,
      toggle: (index, driveId, selected, range) => {
        const changed = range && last.current !== undefined ? between(last.current, index) : [driveId];
        last.current = index;
        const rest = ids.filter((id) => !changed.includes(id));
        setIds(selected ? [...rest, ...changed].slice(0, targetsMost) : rest);
      },
      know: (index, { id }) => void rows.current.set(index, id),
      clear: () => setIds([]),
    };
  }, [ids]);
}

export const DriveSelectionContext = createContext<DriveSelection | undefined>(undefined);

export function useDriveSelection(): DriveSelection {
  const selection = use(DriveSelectionContext);
  if (selection === undefined) throw new Error("useDriveSelection stands outside of the drives page");
  return selection;
}
