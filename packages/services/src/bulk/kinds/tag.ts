import type { Database, Transaction } from "@crosspoint/db";
import { tagThem } from "../../drive/rules/tag-drives.ts";
import { tagsLimit } from "../../group/rules/stored-group.ts";
import { type BulkRequest, bulkTitle } from "../rules/bulk-request.ts";
import type { BulkDrive, BulkKind, BulkOutcome, Judged } from "../rules/kind.ts";

type Tag = Extract<BulkRequest, { kind: "tag" }>;

/** Drives together, in the order of their ids, which is the one in which they are locked. */
export const tag: BulkKind<Tag> = {
  right: "fleet.organize",
  batch: 250,
  judge: (db, _, request, drives) => judge(db, request, drives),
  async carryOut(tx, context, request, drives) {
    const judged = await judge(tx, request, drives);
    const driveIds = drives.map(({ driveId }) => driveId).filter((id) => judged.get(id)?.will);
    const { add, remove } = request;
    const tagged = new Set(driveIds.length === 0 ? [] : await tagThem(tx, context, { driveIds, add, remove }));
    return new Map(
      [...judged].map(([id, { will, text }]): [string, BulkOutcome] => {
        if (!will) return [id, { outcome: "refused", reason: text }];
        return [id, tagged.has(id) ? { outcome: "done", reason: text } : { outcome: "refused", reason: changedText }];
      }),
    );
  },
};

const changedText = "It changed meanwhile.";

async function judge(
  db: Database | Transaction,
  request: Tag,
  drives: readonly BulkDrive[],
): Promise<Map<string, Judged>> {
  const rows = await db.drive.findMany({
    where: { id: { in: drives.map(({ driveId }) => driveId) } },
    select: { id: true, tags: true, lifecycle: true },
  });
  return new Map(rows.map(({ id, ...drive }) => [id, judgeDrive(drive, request)]));
}

function judgeDrive(drive: { tags: string[]; lifecycle: string }, request: Tag): Judged {
  const { add, remove } = request;
  if (drive.lifecycle === "merged") return { will: false, text: "Its record was merged into another one." };
  const added = add.filter((each) => !drive.tags.includes(each));
  const removed = remove.filter((each) => drive.tags.includes(each));
  if (added.length + removed.length === 0) return { will: false, text: "Nothing to change." };
  if (drive.tags.length + added.length - removed.length > tagsLimit) {
    return { will: false, text: `It would have more than ${tagsLimit} tags.` };
  }
  return { will: true, text: bulkTitle({ kind: "tag", add: added, remove: removed }) };
}
