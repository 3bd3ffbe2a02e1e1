import { randomUUID } from "node:crypto";
import { Prisma } from "@crosspoint/db";
import { lockMemberships } from "@crosspoint/db/queries/group-members";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { refreshGroup } from "./rules/members.ts";
import { ruleText } from "./rules/rule-text.ts";
import { foundGroup, groupShape, groupsLimit, refuseTakenName, requireRuleOf } from "./rules/stored-group.ts";

export const createGroupInput = z.object({
  ...groupShape,
  description: groupShape.description.default(""),
  rule: groupShape.rule.default(null),
  /** What it is made of, and what its rule speaks of. It stays so. */
  kind: z.enum(["drives", "hosts"]),
});

/** Makes a group, with the members that its rule finds. */
export async function createGroup(
  context: ServiceContext,
  input: z.input<typeof createGroupInput>,
): Promise<{ groupId: string }> {
  requireRight(context, "fleet.organize");
  const { name, description, kind, rule } = createGroupInput.parse(input);
  requireRuleOf(kind, rule);
  const { actor, now } = context;
  return inTransaction(context.db, async (tx) => {
    await lockMemberships(tx);
    await refuseTakenName(tx, name);
    if ((await tx.fleetGroup.count()) >= groupsLimit) {
      throw new ServiceError("conflict", `There are ${groupsLimit} groups already.`, { remedy: "Delete some first." });
    }
    const group = await tx.fleetGroup.create({
      data: {
        id: randomUUID(),
        ...{ name, description, kind, rule: rule ?? Prisma.DbNull, createdAt: now, updatedAt: now },
        createdById: actor.kind === "person" ? actor.id : null,
        createdBy: actorLabel(actor),
      },
    });
    const found = foundGroup(group);
    if (found !== undefined) await refreshGroup(tx, found);
    const detail = { group: name, of: kind, rule: ruleText(rule) };
    await writeAudit(tx, context, { action: "group.create", objectKind: "group", objectId: group.id, detail });
    await notify(tx, { topic: "groups" });
    return { groupId: group.id };
  });
}
