"use client";

import { useEffect } from "react";
import type { DriveEntry } from "./drive-columns";
import { useDriveSelection } from "./drive-selection";

/** Above the link that covers its row. */
export function SelectDrive({ index, drive }: { index: number; drive: DriveEntry }) {
  const { ids, toggle, know } = useDriveSelection();
  const selected = ids.includes(drive.id);
  useEffect(() => {
    know(index, drive);
  }, [know, index, drive]);
  return (
    <input
      type="checkbox"
      aria-label={`Select ${drive.serial}`}
      className="relative z-10 size-3.5 shrink-0 accent-(--accent)"
      checked={selected}
      // A change tells nothing of the keys that are held; a click does, also the one of the space bar.
      onChange={() => undefined}
      onClick={(event) => toggle(index, drive.id, !selected, event.shiftKey)}
    />
  );
}
