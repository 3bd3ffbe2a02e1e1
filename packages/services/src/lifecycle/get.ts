import type { DriveLifecycle, Prisma } from "@crosspoint/db";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { isExpected } from "../health/rules/expected.ts";
import { requireRight } from "../rights.ts";
import {
  type MergeView,
  mergesOf,
  mergeView,
  type NamedDrive,
  namedDrive,
  placeNow,
  placeOf,
  type ReportedPlace,
} from "./rules/merge-view.ts";

export const getLifecycleInput = z.object({ driveId: z.uuid() });

/** Of the newest first. */
const changesLimit = 50;
const groupsShown = 200;

export interface LifecycleView {
  readonly lifecycle: DriveLifecycle;
  readonly since: Date | null;
  readonly tags: readonly string[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly changes: readonly {
    readonly id: string;
    readonly lifecycle: DriveLifecycle;
    readonly at: Date;
    readonly by: string;
    readonly note: string;
    readonly replacedBy: NamedDrive | undefined;
  }[];
  /** Drives whose work it does. */
  readonly replaces: readonly NamedDrive[];
  /** It is retired or replaced, and a host has it: since when, and whether it came after that. */
  readonly back: (ReportedPlace & { readonly cameBack: boolean }) | undefined;
  /** Records that were merged into it. */
  readonly merges: readonly MergeView[];
  readonly mergedInto: MergeView | undefined;
}

const stands = { state: { not: "unmerged" as const } };
const read = {
  lifecycle: true,
  lifecycleSince: true,
  tags: true,
  groups: {
    take: groupsShown,
    orderBy: { group: { name: "asc" } },
    select: { group: { select: { id: true, name: true } } },
  },
  lifecycleChanges: {
    take: changesLimit,
    orderBy: [{ at: "desc" }, { id: "asc" }],
    include: { replacedBy: namedDrive },
  },
  replacements: {
    take: changesLimit,
    orderBy: { at: "desc" },
    where: { drive: { lifecycle: "replaced" } },
    select: { drive: namedDrive },
  },
  sightings: placeNow,
  mergedAway: { where: stands, take: 1, include: { into: namedDrive } },
  merges: {
    where: stands,
    take: changesLimit,
    orderBy: { requestedAt: "desc" },
    include: { away: { select: { ...namedDrive.select, sightings: placeNow } } },
  },
} satisfies Prisma.DriveSelect;

/** What people say of a drive: whether it is expected, its tags and groups, and which other records are the same drive. */
export async function getLifecycle(
  context: ServiceContext,
  { driveId }: z.infer<typeof getLifecycleInput>,
): Promise<LifecycleView> {
  requireRight(context, "fleet.view");
  const drive = await context.db.drive.findUnique({ where: { id: driveId }, select: read });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  const { lifecycle, lifecycleSince: since, tags, sightings } = drive;
  const place = placeOf(sightings);
  const [away] = drive.mergedAway;
  return {
    ...{ lifecycle, since, tags },
    groups: drive.groups.map(({ group }) => group),
    changes: drive.lifecycleChanges.map(({ replacedBy, id, at, by, note, lifecycle: then }) => ({
      ...{ id, at, by, note, lifecycle: then },
      replacedBy: replacedBy ?? undefined,
    })),
    replaces: [...new Map(drive.replacements.map((each) => [each.drive.id, each.drive])).values()],
    back:
      place === undefined || isExpected(lifecycle)
        ? undefined
        : { ...place, cameBack: since !== null && place.since > since },
    merges: mergesOf(drive.merges),
    mergedInto: away && mergeView(away, { drive: away.into, reported: place }),
  };
}
