import type { DriveGroup } from "@crosspoint/db/queries/count-drives";
import type { DriveChoice } from "./facet.ts";

/** A firmware's name may belong to several models; the filter takes the name alone. The most frequent first. */
export function mergeFirmwares(groups: readonly Pick<DriveGroup, "value" | "count">[]): DriveChoice[] {
  const counts = new Map<string, number>();
  for (const { value, count } of groups) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, label: value, count }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
