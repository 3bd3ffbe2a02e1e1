import type { Transaction } from "@crosspoint/db";
import { lockMemberships } from "@crosspoint/db/queries/group-members";
import { lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import { moveRowsBack } from "@crosspoint/db/queries/merge-rows";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { refreshMembersOf } from "../group/rules/members.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { readRecordApart } from "../stored/merge.ts";
import { inTransaction } from "../transaction.ts";

export const unmergeDrivesInput = z.object({ mergeId: z.uuid() });

/**
 * Brings back two records as they were: what the merge moved goes back at once, what it copied is taken away by the worker. What came
 * to the drive since stays with the record that it came to.
 */
export async function unmergeDrives(
  context: ServiceContext,
  { mergeId }: z.infer<typeof unmergeDrivesInput>,
): Promise<void> {
  requireRight(context, "drive.merge");
  await inTransaction(context.db, async (tx) => {
    await lockMemberships(tx);
    const merge = await lockMerge(tx, mergeId);
    const { awayId, intoId, away, into } = merge;
    const driveIds = [awayId, intoId];
    await lockDrivesById(tx, driveIds);
    await moveRowsBack(tx, { id: mergeId, awayId, intoId });
    await restore(tx, context, merge);
    await refreshDriveLists(tx, driveIds);
    await refreshMembersOf(tx, { driveIds, hostIds: [] });
    const detail = {
      drive: `${into.model} ${into.serial}`,
      unmerged: `${away.model} ${away.serial}`,
      unmergedId: awayId,
    };
    await writeAudit(tx, context, { action: "drive.unmerge", objectKind: "drive", objectId: intoId, detail });
    const changes = new LiveChanges();
    for (const driveId of driveIds) changes.drive(driveId);
    await changes.announce(tx);
  });
}

type Merge = Awaited<ReturnType<typeof lockMerge>>;

async function lockMerge(tx: Transaction, mergeId: string) {
  await tx.$queryRaw`SELECT id FROM drive_merge WHERE id = ${mergeId}::uuid FOR UPDATE`;
  const merge = await tx.driveMerge.findUnique({ where: { id: mergeId }, include: { away: true, into: true } });
  if (merge === null) throw new ServiceError("notFound", `There is no merge ${mergeId}.`);
  if (merge.state === "unmerging" || merge.state === "unmerged") {
    throw new ServiceError("conflict", "These records are apart already.");
  }
  if (merge.into.lifecycle === "merged") {
    const { model, serial } = merge.into;
    throw new ServiceError("conflict", `${model} ${serial} was merged into another record itself.`, {
      remedy: "Unmerge that first.",
    });
  }
  await refuseBeforeLater(tx, merge);
  return merge;
}

/** What a later merge noted of the record, as it was, has in it what this one brought: they are taken back in their order. */
async function refuseBeforeLater(
  tx: Transaction,
  { intoId, requestedAt }: { readonly intoId: string; readonly requestedAt: Date },
): Promise<void> {
  const later = await tx.driveMerge.findFirst({
    where: { intoId, state: { not: "unmerged" }, requestedAt: { gt: requestedAt } },
    orderBy: { requestedAt: "desc" },
    include: { away: true },
  });
  if (later === null) return;
  const { model, serial } = later.away;
  throw new ServiceError("conflict", `${model} ${serial} was merged into this drive later.`, {
    remedy: later.state === "unmerging" ? "Wait until it is unmerged." : "Unmerge it first.",
  });
}

async function restore(tx: Transaction, context: ServiceContext, { id, awayId, intoId, away, into, ...merge }: Merge) {
  const { awayLifecycle, awayLifecycleSince, intoFirstSeenAt } = readRecordApart(merge.apart);
  const by = actorLabel(context.actor);
  const since = awayLifecycleSince === null ? null : new Date(awayLifecycleSince);
  await tx.drive.update({ where: { id: awayId }, data: { lifecycle: awayLifecycle, lifecycleSince: since } });
  await tx.driveLifecycleChange.create({
    data: { driveId: awayId, at: context.now, lifecycle: awayLifecycle, note: "Unmerged", by },
  });
  if (away.firstSeenAt.getTime() === into.firstSeenAt.getTime()) {
    await tx.drive.update({ where: { id: intoId }, data: { firstSeenAt: new Date(intoFirstSeenAt) } });
  }
  await tx.driveMerge.update({
    where: { id },
    data: { state: "unmerging", undoneBy: by, undoneAt: context.now, finishedAt: null },
  });
}
