import { randomUUID } from "node:crypto";
import type { Transaction } from "@crosspoint/db";
import { lockMemberships } from "@crosspoint/db/queries/group-members";
import { lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import { countMerged, moveRows } from "@crosspoint/db/queries/merge-rows";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { refreshMembersOf } from "../group/rules/members.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import type { RecordApart } from "../stored/merge.ts";
import { inTransaction } from "../transaction.ts";
import { mergeRecords } from "./preview-merge.ts";
import { type MergePair, mergeBlockers, readPair } from "./rules/merge-blockers.ts";

export const mergeDrivesInput = z.object({ ...mergeRecords, note: z.string().trim().max(1000).default("") });

/**
 * Makes two records of one drive one: the record that is still reported has the places, runs, conditions and commands of the other at
 * once, and its history once the worker has copied it. All is noted, so that it can be undone.
 */
export async function mergeDrives(
  context: ServiceContext,
  input: z.input<typeof mergeDrivesInput>,
): Promise<{ mergeId: string }> {
  requireRight(context, "drive.merge");
  const { awayId, intoId, note } = mergeDrivesInput.parse(input);
  return inTransaction(context.db, async (tx) => {
    await lockMemberships(tx);
    await lockDrivesById(tx, [awayId, intoId]);
    const pair = await readPair(tx, awayId, intoId);
    const counts = await countMerged(tx, awayId);
    const [blocker] = await mergeBlockers(tx, pair, counts);
    if (blocker !== undefined) throw new ServiceError("conflict", blocker);
    const id = await begin(tx, context, pair, { note, rows: counts.rows });
    await moveRows(tx, { id, awayId, intoId });
    await writeAudit(tx, context, {
      action: "drive.merge",
      objectKind: "drive",
      objectId: intoId,
      detail: {
        drive: nameOf(pair.into),
        merged: nameOf(pair.away),
        mergedId: awayId,
        ...counts,
        ...(note ? { note } : {}),
      },
    });
    await finish(tx, [awayId, intoId]);
    return { mergeId: id };
  });
}

const nameOf = ({ model, serial }: MergePair["away"]) => `${model} ${serial}`;

async function begin(
  tx: Transaction,
  context: ServiceContext,
  { away, into }: MergePair,
  { note, rows }: { readonly note: string; readonly rows: number },
): Promise<string> {
  const { now, actor } = context;
  const by = actorLabel(actor);
  const apart: RecordApart = {
    awayLifecycle: away.lifecycle === "merged" ? "inService" : away.lifecycle,
    awayLifecycleSince: away.lifecycleSince?.toISOString() ?? null,
    intoFirstSeenAt: into.firstSeenAt.toISOString(),
  };
  const [id, awayId, intoId] = [randomUUID(), away.id, into.id];
  await tx.driveMerge.create({
    data: {
      ...{ id, awayId, intoId, apart, note, state: "merging", rowsTotal: BigInt(rows) },
      ...{ requestedBy: by, requestedAt: now },
    },
  });
  await tx.drive.update({ where: { id: awayId }, data: { lifecycle: "merged", lifecycleSince: now } });
  await tx.driveLifecycleChange.create({ data: { driveId: awayId, at: now, lifecycle: "merged", note, by } });
  if (away.firstSeenAt < into.firstSeenAt) {
    await tx.drive.update({ where: { id: intoId }, data: { firstSeenAt: away.firstSeenAt } });
  }
  return id;
}

async function finish(tx: Transaction, driveIds: readonly string[]): Promise<void> {
  await refreshDriveLists(tx, driveIds);
  await refreshMembersOf(tx, { driveIds, hostIds: [] });
  const changes = new LiveChanges();
  for (const driveId of driveIds) changes.drive(driveId);
  await changes.announce(tx);
}
