import type { FleetGroup, Transaction } from "@crosspoint/db";
import type { FoundGroup } from "@crosspoint/db/queries/group-members";
import { z } from "zod";
import { ServiceError } from "../../errors.ts";
import { groupRule, readGroupRule } from "../../stored/group.ts";

/** Most groups; they are listed whole, and each change of a drive looks at them all. */
export const groupsLimit = 200;
/** Tags of one drive or host. */
export const tagsLimit = 20;
/** Most drives or hosts that one call names. */
export const namedLimit = 1000;

export const groupName = z.string().trim().min(1).max(100);
export const groupShape = {
  name: groupName,
  description: z.string().trim().max(1000),
  /** null: members are added by hand. */
  rule: groupRule.nullable(),
};

/** Of a group of hosts a rule may only speak of hosts. */
const hostOnly: ReadonlySet<string> = new Set(["hostname", "rack", "role", "hostTag"]);

export function requireRuleOf(kind: FleetGroup["kind"], rule: z.infer<typeof groupRule> | null): void {
  const place = kind === "hosts" ? rule?.terms.findIndex(({ field }) => !hostOnly.has(field)) : undefined;
  if (place === undefined || place < 0) return;
  const message = "A group of hosts goes by the host's name, rack, role and tags.";
  throw new ServiceError("invalid", message, {
    remedy: "Make it a group of drives.",
    fields: [{ path: `rule.terms.${place}.field`, message }],
  });
}

/** A group that nobody else changes meanwhile. */
export async function lockGroup(tx: Transaction, groupId: string): Promise<FleetGroup> {
  await tx.$queryRaw`SELECT id FROM fleet_group WHERE id = ${groupId}::uuid FOR UPDATE`;
  const group = await tx.fleetGroup.findUnique({ where: { id: groupId } });
  if (group !== null) return group;
  throw new ServiceError("notFound", `There is no group ${groupId}.`, { remedy: "Somebody may have deleted it." });
}

export async function refuseTakenName(tx: Transaction, name: string, except?: string): Promise<void> {
  const taken = await tx.fleetGroup.findUnique({ where: { name }, select: { id: true } });
  if (taken === null || taken.id === except) return;
  const message = `There is a group "${name}" already.`;
  throw new ServiceError("conflict", message, {
    remedy: "Choose another name.",
    fields: [{ path: "name", message: "is taken" }],
  });
}

/** What its drives are found by; undefined where they are named by hand. */
export function foundGroup({ id, kind, rule }: Pick<FleetGroup, "id" | "kind" | "rule">): FoundGroup | undefined {
  const read = readGroupRule(rule);
  if (kind === "hosts") return { id, kind, rule: read };
  return read === null ? undefined : { id, kind, rule: read };
}
