import { findDrivesLastOn } from "@crosspoint/db/queries/removals";
import { protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { countLost, type Lost, runsOf } from "./rules/lost.ts";

export const previewHostRemovalInput = z.object({ hostId: z.uuid() });
export const previewDriveRemovalInput = z.object({ driveId: z.uuid() });

/** What would go with a host and its history. */
export async function previewHostRemoval(
  context: ServiceContext,
  { hostId }: z.infer<typeof previewHostRemovalInput>,
): Promise<Lost> {
  requireRight(context, "host.remove");
  const { db } = context;
  const commands = await db.command.count({ where: { hostId } });
  const driveIds = await findDrivesLastOn(db, hostId, protocolLimits.drivesPerHost);
  return countLost(context, { driveIds, runIds: await runsOf(db, { hostId, driveIds }), commands });
}

/** What would go with a drive and its runs. */
export async function previewDriveRemoval(
  context: ServiceContext,
  { driveId }: z.infer<typeof previewDriveRemovalInput>,
): Promise<Lost> {
  requireRight(context, "drive.remove");
  const { db } = context;
  const drive = await db.drive.findUnique({ where: { id: driveId }, select: { id: true } });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  return countLost(context, { driveIds: [driveId], runIds: await runsOf(db, { driveIds: [driveId] }), commands: 0 });
}
