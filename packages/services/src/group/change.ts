import { Prisma } from "@crosspoint/db";
import { lockMemberships } from "@crosspoint/db/queries/group-members";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { readGroupRule } from "../stored/group.ts";
import { inTransaction } from "../transaction.ts";
import { refreshGroup } from "./rules/members.ts";
import { ruleText } from "./rules/rule-text.ts";
import { foundGroup, groupShape, lockGroup, refuseTakenName, requireRuleOf } from "./rules/stored-group.ts";

export const changeGroupInput = z.object({ groupId: z.uuid(), ...groupShape });

/** Gives a group another name, description or rule. Without a rule, whoever it has stays, and is added and removed by hand from then on. */
export async function changeGroup(context: ServiceContext, input: z.infer<typeof changeGroupInput>): Promise<void> {
  requireRight(context, "fleet.organize");
  const { groupId, name, description, rule } = input;
  await inTransaction(context.db, async (tx) => {
    await lockMemberships(tx);
    const before = await lockGroup(tx, groupId);
    requireRuleOf(before.kind, rule);
    await refuseTakenName(tx, name, groupId);
    const group = await tx.fleetGroup.update({
      where: { id: groupId },
      data: { name, description, rule: rule ?? Prisma.DbNull, updatedAt: context.now },
    });
    const found = foundGroup(group);
    if (found !== undefined) await refreshGroup(tx, found);
    const detail = {
      group: name,
      ...(before.name === name ? {} : { nameBefore: before.name }),
      rule: ruleText(rule),
      ruleBefore: ruleText(readGroupRule(before.rule)),
    };
    await writeAudit(tx, context, { action: "group.change", objectKind: "group", objectId: groupId, detail });
    await notify(tx, { topic: "groups" });
  });
}
