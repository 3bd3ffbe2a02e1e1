import type { Database } from "@crosspoint/db";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type HeldThreshold, heldThresholds } from "./rules/held-thresholds.ts";
import { scopeColumns, type ThresholdScope, thresholdScope, thresholdsLimit } from "./rules/threshold-scope.ts";
import { thresholdsOfDrive } from "./thresholds-of-drive.ts";

export const thresholdsAtInput = z.object({ scope: thresholdScope });

/**
 * Every rule with the grades that hold for the fleet, a model, a group or a drive before somebody sets others for it, and whose
 * word that is. Of a group that is what is set for it or for the fleet: its drives may be of models with grades of their own.
 */
export async function thresholdsAt(
  context: ServiceContext,
  { scope }: z.infer<typeof thresholdsAtInput>,
): Promise<HeldThreshold[]> {
  requireRight(context, "fleet.view");
  if (scope.kind === "drive" && (await isThere(context.db, scope))) return thresholdsOfDrive(context, scope);
  const [rows, groups] = await Promise.all([
    context.db.healthThreshold.findMany({
      where: { OR: [{ scope: "fleet" }, scopeColumns(scope)] },
      orderBy: { changedAt: "asc" },
      take: thresholdsLimit,
    }),
    groupsOf(context.db, scope),
  ]);
  return heldThresholds({ rows, groups, model: scope.kind === "model" ? scope.model : undefined });
}

/** A threshold may outlive the drive that it was set for, and can be removed still. */
async function isThere(db: Database, { driveId }: { readonly driveId: string }): Promise<boolean> {
  return (await db.drive.count({ where: { id: driveId } })) > 0;
}

async function groupsOf(db: Database, scope: ThresholdScope): Promise<Map<string, string>> {
  if (scope.kind !== "group") return new Map();
  const group = await db.fleetGroup.findUnique({ where: { id: scope.groupId }, select: { id: true, name: true } });
  return new Map(group === null ? [] : [[group.id, group.name]]);
}
