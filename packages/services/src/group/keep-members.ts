import { lockMemberships, takeGroupMarks } from "@crosspoint/db/queries/group-members";
import type { ServiceContext } from "../context.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { refreshMembersOf } from "./rules/members.ts";

/** Drives and hosts of one transaction. */
const marksLimit = 2000;
/** Of one call; the next one goes on. */
const batchesPerCall = 100;

/**
 * Brings the members of groups up with what reports and people have changed of drives and hosts. The marks are taken in the
 * transaction that does it: it may be cut off anywhere, and called by several at once. Returns how many marks that were.
 */
export async function keepGroupMembers(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  let done = 0;
  for (let batch = 0; batch < batchesPerCall; batch += 1) {
    const taken = await inTransaction(context.db, async (tx) => {
      await lockMemberships(tx);
      const marks = await takeGroupMarks(tx, marksLimit);
      if (marks.taken > 0) await refreshMembersOf(tx, marks);
      return marks.taken;
    });
    done += taken;
    if (taken < marksLimit) break;
  }
  if (done > 0) await inTransaction(context.db, (tx) => notify(tx, { topic: "groups" }));
  return done;
}
