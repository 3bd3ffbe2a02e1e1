import { type DriveFilter, filterInput } from "./drive-filter";
import type { Picked } from "./picked";

/** The selected drives, as the API takes them. */
export function selectionOf(filter: DriveFilter, picked: Picked) {
  return picked.kind === "drives"
    ? { kind: "drives" as const, driveIds: [...picked.ids] }
    : { kind: "matches" as const, filter: filterInput(filter), exceptIds: [...picked.exceptIds] };
}
