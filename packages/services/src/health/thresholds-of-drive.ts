import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { type HeldThreshold, heldThresholds } from "./rules/held-thresholds.ts";
import { thresholdsLimit } from "./rules/threshold-scope.ts";

export const thresholdsOfDriveInput = z.object({ driveId: z.uuid() });

/** Every rule with the grades that hold for a drive, and whose word that is. */
export async function thresholdsOfDrive(
  { db, actor }: ServiceContext,
  { driveId }: z.infer<typeof thresholdsOfDriveInput>,
): Promise<HeldThreshold[]> {
  requireRight({ actor }, "fleet.view");
  const drive = await db.drive.findUnique({
    where: { id: driveId },
    select: { model: true, groups: { select: { group: { select: { id: true, name: true } } }, take: groupsLimit } },
  });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  const groups = new Map(drive.groups.map(({ group }) => [group.id, group.name]));
  const rows = await db.healthThreshold.findMany({
    where: {
      OR: [
        { scope: "fleet" },
        { scope: "model", scopeId: drive.model },
        { scope: "group", scopeId: { in: [...groups.keys()] } },
        { scope: "drive", scopeId: driveId },
      ],
    },
    orderBy: { changedAt: "asc" },
    take: thresholdsLimit,
  });
  return heldThresholds({ rows, groups, model: drive.model });
}

/** Groups of a drive that are looked at: far more than it is in. */
const groupsLimit = 1000;
