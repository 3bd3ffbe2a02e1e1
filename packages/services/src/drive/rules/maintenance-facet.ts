import { countFound, type DriveFilter, fewMatches, findsFew } from "@crosspoint/db/queries/match-drives";
import type { ServiceContext } from "../../context.ts";
import { openWindows } from "../../maintenance/rules/in-maintenance.ts";
import type { DriveFacet } from "./facet.ts";

/** Windows that are offered; mostly there is none, or one. */
const windowsMost = 20;

/** The maintenance windows that are open, each with how many drives it is about of those that the other filters let through. */
export async function maintenanceFacet(
  { db, now }: Pick<ServiceContext, "db" | "now">,
  filter: DriveFilter,
): Promise<DriveFacet> {
  const windows = (await openWindows(db, now)).toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, windowsMost);
  if (windows.length === 0) return { choices: [], narrowed: true };
  const few = await findsFew(db, filter);
  const choices = windows.map(async (window) => {
    const found = await countFound(db, { ...filter, maintained: [window] }, few);
    return { value: window.id, label: window.name, count: found > fewMatches ? undefined : found };
  });
  return { choices: await Promise.all(choices), narrowed: true };
}
