import type { Transaction } from "@crosspoint/db";
import { lockMemberships } from "@crosspoint/db/queries/group-members";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { tagDriveRows } from "@crosspoint/db/queries/tag-drives";
import { writeAudit } from "../../audit/write.ts";
import type { ServiceContext } from "../../context.ts";
import { refreshMembersOf } from "../../group/rules/members.ts";
import { tagsLimit } from "../../group/rules/stored-group.ts";
import { LiveChanges } from "../../live/changes.ts";

export interface Tagging {
  readonly driveIds: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Adds tags to drives and takes some away; returns the drives that have what was asked for now. */
export async function tagThem(
  tx: Transaction,
  context: ServiceContext,
  { driveIds, add, remove }: Tagging,
): Promise<string[]> {
  await lockMemberships(tx);
  const tagged = await tagDriveRows(tx, driveIds, { add, remove, most: tagsLimit });
  const ids = tagged.map(({ id }) => id);
  await refreshDriveLists(tx, ids);
  await refreshMembersOf(tx, { driveIds: ids, hostIds: [] });
  const changes = new LiveChanges();
  const detail = { added: add.join(", "), removed: remove.join(", ") };
  for (const { id, name } of tagged) {
    changes.drive(id);
    const drive = { objectKind: "drive", objectId: id } as const;
    await writeAudit(tx, context, { action: "drive.tag", ...drive, detail: { drive: name, ...detail } });
  }
  await changes.announce(tx);
  return ids;
}
