"use client";

import type { DriveEntry } from "./drive-columns";
import { useDriveSelection } from "./drive-selection";

/** Above the link that covers its row. */
export function SelectDrive({ index, drive }: { index: number; drive: DriveEntry }) {
  const { isSelected, toggle } = useDriveSelection();
  return (
    <input
      type="checkbox"
      aria-label={`Select ${drive.serial}`}
      className="relative z-10 size-3.5 shrink-0 accent-(--accent)"
      checked={isSelected(drive.id)}
      // A change tells nothing of the keys that are held; a click does, also the one of the space bar.
      onChange={() => undefined}
      onClick={(event) => toggle(index, drive.id, event.shiftKey)}
    />
  );
}

/** Selects all that match, also those below the window, and lets go of whatever is selected. */
export function SelectAll() {
  const { picked, selectMatches, clear } = useDriveSelection();
  const all = picked.kind === "matches" && picked.exceptIds.length === 0;
  const some = !all && (picked.kind === "matches" || picked.ids.length > 0);
  return (
    <input
      type="checkbox"
      aria-label="Select all matches"
      className="size-3.5 shrink-0 accent-(--accent)"
      checked={all}
      ref={(element) => {
        if (element) element.indeterminate = some;
      }}
      onChange={() => (all || some ? clear() : selectMatches())}
    />
  );
}
