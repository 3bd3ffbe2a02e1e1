import type { FleetGroup, Transaction } from "@crosspoint/db";
import { lockMemberships, refreshGroupDrives } from "@crosspoint/db/queries/group-members";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { lockGroup, namedLimit } from "./rules/stored-group.ts";

const ids = z.array(z.uuid()).max(namedLimit).default([]);
export const changeMembersInput = z.object({
  groupId: z.uuid(),
  /** Ids of drives, or of hosts, as the group is of. */
  add: ids,
  remove: ids,
});

/** Adds members to a group without a rule, and removes some. What there is no more is left out. Returns how many came and went. */
export async function changeMembers(
  context: ServiceContext,
  input: z.input<typeof changeMembersInput>,
): Promise<{ added: number; removed: number }> {
  requireRight(context, "fleet.organize");
  const { groupId, add, remove } = changeMembersInput.parse(input);
  return inTransaction(context.db, async (tx) => {
    await lockMemberships(tx);
    const group = await lockGroup(tx, groupId);
    if (group.rule !== null) {
      throw new ServiceError("conflict", `The members of ${group.name} are found by its rule.`, {
        remedy: "Change the rule, or make a group without one.",
      });
    }
    const changed =
      group.kind === "hosts" ? await changeHosts(tx, group, add, remove) : await changeDrives(tx, group, add, remove);
    const detail = { group: group.name, ...changed };
    await writeAudit(tx, context, { action: "group.changeMembers", objectKind: "group", objectId: groupId, detail });
    await notify(tx, { topic: "groups" });
    return changed;
  });
}

async function changeDrives(tx: Transaction, { id: groupId }: FleetGroup, add: string[], remove: string[]) {
  const removed = await tx.groupMember.deleteMany({ where: { groupId, driveId: { in: remove } } });
  const there = await tx.drive.findMany({
    where: { id: { in: add }, lifecycle: { not: "merged" } },
    select: { id: true },
    take: namedLimit,
  });
  const data = there.map(({ id }) => ({ groupId, driveId: id }));
  const added = await tx.groupMember.createMany({ data, skipDuplicates: true });
  return { added: added.count, removed: removed.count };
}

async function changeHosts(tx: Transaction, { id: groupId }: FleetGroup, add: string[], remove: string[]) {
  const removed = await tx.groupHost.deleteMany({ where: { groupId, hostId: { in: remove } } });
  const there = await tx.host.findMany({ where: { id: { in: add } }, select: { id: true }, take: namedLimit });
  const data = there.map(({ id }) => ({ groupId, hostId: id }));
  const added = await tx.groupHost.createMany({ data, skipDuplicates: true });
  await refreshGroupDrives(tx, { id: groupId, kind: "hosts", rule: null });
  return { added: added.count, removed: removed.count };
}
