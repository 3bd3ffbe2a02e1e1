import { countDrivesOf } from "@crosspoint/db/queries/count-drives";
import { driveSortColumns, findDrives } from "@crosspoint/db/queries/find-drives";
import { countFound, type DriveFilter, fewMatches, findsFew } from "@crosspoint/db/queries/match-drives";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { cursorOf } from "../cursor.ts";
import { saysUnreadable } from "../database-errors.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { asksForMore, countedGroups, driveFilterShape, filterOf } from "./rules/filter.ts";
import { type DriveListEntry, driveListEntry } from "./rules/list-entry.ts";

const maxPage = 500;

/** The value that the list is sorted by, the serial and the id. */
const cursor = cursorOf(z.tuple([z.string().nullable(), z.string(), z.uuid()]));

export const listDrivesInput = z.object({
  ...driveFilterShape,
  sort: z.enum(driveSortColumns).default("verdict"),
  descending: z.boolean().default(false),
  limit: z.int().min(1).max(maxPage).default(100),
  cursor: cursor.text.optional(),
});

export interface DriveList {
  readonly drives: readonly DriveListEntry[];
  /** All that the filter lets through; where that is not exact there are more. */
  readonly total: number;
  readonly totalIsExact: boolean;
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
}

/** A page of the drives, each with its newest sample; never touches the time series. */
export async function listDrives(context: ServiceContext, input: z.infer<typeof listDrivesInput>): Promise<DriveList> {
  requireRight(context, "fleet.view");
  const { sort, descending, limit, cursor: place } = input;
  const filter = await filterOf(context, input);
  const [key, serial, id] = cursor.read(place) ?? [];
  const after = serial === undefined || id === undefined ? undefined : { key: key ?? null, serial, id };
  const few = await findsFew(context.db, filter);
  const [counted, found] = await Promise.all([
    countMatches(context, filter, few),
    findDrives(context.db, filter, { column: sort, descending }, { after, limit: limit + 1, few }).catch(
      (error: unknown) => {
        if (after === undefined || !saysUnreadable(error)) throw error;
        throw new ServiceError("invalid", "The cursor is not a place in this list.", { cause: error });
      },
    ),
  ]);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    ...counted,
    drives: page.map(driveListEntry),
    nextCursor: last && cursor.write([last.key, last.serial, last.id]),
  };
}

/** All drives, and those with one property, are counted already; what else is asked for is counted up to a limit. */
async function countMatches(
  { db }: ServiceContext,
  filter: DriveFilter,
  few: boolean,
): Promise<Pick<DriveList, "total" | "totalIsExact">> {
  const groups = countedGroups(filter);
  const [only = { kind: "all" as const, values: [""] }] = groups;
  // A drive may have several tags: it would be counted with each.
  const isCounted = groups.length <= 1 && !(only.kind === "tag" && only.values.length > 1);
  if (isCounted && !asksForMore(filter)) {
    return { total: await countDrivesOf(db, only.kind, only.values), totalIsExact: true };
  }
  if (!few && groups.length === 0 && !asksForMore({ ...filter, search: undefined })) {
    return { total: fewMatches, totalIsExact: false };
  }
  const found = await countFound(db, filter, few);
  return { total: Math.min(found, fewMatches), totalIsExact: found <= fewMatches };
}
