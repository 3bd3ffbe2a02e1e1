import type { FleetGroup } from "@crosspoint/db";
import { countGroupDrives } from "@crosspoint/db/queries/group-counts";
import { type Verdict, verdictOfRank } from "@crosspoint/domain";
import type { GroupRule } from "@crosspoint/domain/group";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { readGroupRule } from "../stored/group.ts";
import { groupsLimit } from "./rules/stored-group.ts";

export interface GroupEntry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: FleetGroup["kind"];
  /** null: members are added by hand. */
  readonly rule: GroupRule | null;
  /** Of a group of hosts; 0 of one of drives. */
  readonly hosts: number;
  /** In service or spare; the most urgent first. */
  readonly verdicts: readonly { readonly verdict: Verdict; readonly count: number }[];
  readonly drives: number;
  readonly createdBy: string;
}

/** All groups by name, with how the drives of each are. */
export async function listGroups({ db, ...context }: ServiceContext): Promise<GroupEntry[]> {
  requireRight(context, "fleet.view");
  const groups = await db.fleetGroup.findMany({
    orderBy: { name: "asc" },
    take: groupsLimit,
    include: { _count: { select: { hosts: true } } },
  });
  const counts = Map.groupBy(
    await countGroupDrives(
      db,
      groups.map(({ id }) => id),
    ),
    ({ groupId }) => groupId,
  );
  return groups.map(({ id, name, description, kind, rule, createdBy, _count }) => {
    const verdicts = (counts.get(id) ?? []).map(({ verdictRank, drives }) => ({
      verdict: verdictOfRank(verdictRank),
      count: drives,
    }));
    const drives = verdicts.reduce((sum, { count }) => sum + count, 0);
    return { id, name, description, kind, rule: readGroupRule(rule), hosts: _count.hosts, verdicts, drives, createdBy };
  });
}
