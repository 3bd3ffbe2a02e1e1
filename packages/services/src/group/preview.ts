import { type FoundByRule, findByRule } from "@crosspoint/db/queries/group-counts";
import type { FoundGroup } from "@crosspoint/db/queries/group-members";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { groupRule } from "../stored/group.ts";
import { requireRuleOf } from "./rules/stored-group.ts";

export const previewGroupInput = z.object({ kind: z.enum(["drives", "hosts"]), rule: groupRule });

const namedLimit = 10;
/** Of no group: nothing is written. */
const noGroup = "00000000-0000-4000-8000-000000000000";

/** Which drives or hosts a rule would find, for whoever may make a group of them: all are looked at. */
export async function previewGroup(
  context: ServiceContext,
  { kind, rule }: z.infer<typeof previewGroupInput>,
): Promise<FoundByRule> {
  requireRight(context, "fleet.organize");
  requireRuleOf(kind, rule);
  const group: FoundGroup = { id: noGroup, kind, rule };
  return findByRule(context.db, group, namedLimit);
}
