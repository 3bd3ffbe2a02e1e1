import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { tagsLimit } from "../group/rules/stored-group.ts";
import { requireRight } from "../rights.ts";
import { tagText } from "../tag.ts";
import { inTransaction } from "../transaction.ts";
import { tagThem } from "./rules/tag-drives.ts";

const tags = z.array(tagText).max(tagsLimit).default([]);
export const tagDrivesInput = z.object({
  driveIds: z.array(z.uuid()).min(1).max(1000),
  add: tags,
  remove: tags,
});

/**
 * Adds tags to drives and takes some away; each drive keeps its others. One that would have too many keeps what it has, and one that
 * is no more is left out: neither is among those returned.
 */
export async function tagDrives(
  context: ServiceContext,
  input: z.input<typeof tagDrivesInput>,
): Promise<{ tagged: readonly string[] }> {
  requireRight(context, "fleet.organize");
  const { driveIds, add, remove } = tagDrivesInput.parse(input);
  return inTransaction(context.db, async (tx) => ({ tagged: await tagThem(tx, context, { driveIds, add, remove }) }));
}
