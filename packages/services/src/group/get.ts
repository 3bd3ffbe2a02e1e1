import { countGroupDrives, findGroupDrives } from "@crosspoint/db/queries/group-counts";
import { type Verdict, verdictOfRank } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { cursorOf } from "../cursor.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { readGroupRule } from "../stored/group.ts";
import type { GroupEntry } from "./list.ts";

/** Hosts that are named; the others are counted. */
const hostsLimit = 500;
const maxPage = 200;
/** Verdict's rank, serial and id of the last drive of the page before. */
const cursor = cursorOf(z.tuple([z.int(), z.string(), z.uuid()]));

export const getGroupInput = z.object({ groupId: z.uuid() });
export const listGroupDrivesInput = z.object({
  groupId: z.uuid(),
  limit: z.int().min(1).max(maxPage).default(100),
  cursor: cursor.text.optional(),
});

export interface GroupDetail extends GroupEntry {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** By name, the first {@link hostsLimit} of them. */
  readonly named: readonly { readonly id: string; readonly hostname: string }[];
}

/** A group with its hosts and how its drives are; the drives themselves come in pages. */
export async function getGroup(
  context: ServiceContext,
  { groupId }: z.infer<typeof getGroupInput>,
): Promise<GroupDetail> {
  requireRight(context, "fleet.view");
  const group = await context.db.fleetGroup.findUnique({
    where: { id: groupId },
    include: {
      _count: { select: { hosts: true } },
      hosts: {
        orderBy: { host: { hostname: "asc" } },
        take: hostsLimit,
        select: { host: { select: { id: true, hostname: true } } },
      },
    },
  });
  if (group === null) {
    throw new ServiceError("notFound", `There is no group ${groupId}.`, { remedy: "Somebody may have deleted it." });
  }
  const counted = await countGroupDrives(context.db, [groupId]);
  const { id, name, description, kind, createdBy, createdAt, updatedAt } = group;
  return {
    ...{ id, name, description, kind, createdBy, createdAt, updatedAt },
    rule: readGroupRule(group.rule),
    hosts: group._count.hosts,
    named: group.hosts.map(({ host }) => host),
    verdicts: counted.map(({ verdictRank, drives }) => ({ verdict: verdictOfRank(verdictRank), count: drives })),
    drives: counted.reduce((sum, { drives }) => sum + drives, 0),
  };
}

export interface GroupDrive {
  readonly id: string;
  readonly model: string;
  readonly productName: string | undefined;
  readonly serial: string;
  readonly host: { readonly id: string; readonly hostname: string } | undefined;
  readonly verdict: Verdict;
  readonly lifecycle: "inService" | "spare" | "retired" | "replaced" | "merged";
}

/** A page of a group's drives, the most urgent first. */
export async function listGroupDrives(
  context: ServiceContext,
  input: z.input<typeof listGroupDrivesInput>,
): Promise<{ drives: readonly GroupDrive[]; nextCursor: string | undefined }> {
  requireRight(context, "fleet.view");
  const { groupId, limit, cursor: place } = listGroupDrivesInput.parse(input);
  const [rank, serial, id] = cursor.read(place) ?? [];
  const after = rank === undefined || serial === undefined || id === undefined ? undefined : { rank, serial, id };
  const found = await findGroupDrives(context.db, groupId, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    drives: page.map(({ hostId, hostname, verdictRank, productName, ...drive }) => ({
      ...drive,
      productName: productName ?? undefined,
      host: hostId === null ? undefined : { id: hostId, hostname: hostname ?? hostId },
      verdict: verdictOfRank(verdictRank),
    })),
    nextCursor: last && cursor.write([last.verdictRank, last.serial, last.id]),
  };
}
