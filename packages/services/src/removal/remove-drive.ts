import type { Drive, Transaction } from "@crosspoint/db";
import { countHistory } from "@crosspoint/db/queries/removals";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { beginRemoval, refuseWhileRunning, requireTyped } from "./rules/begin.ts";
import { runsOf } from "./rules/lost.ts";

export const removeDriveInput = z.object({
  driveId: z.uuid(),
  /** `delete`: also every run on it. Otherwise they stay, under its model and serial. */
  runs: z.enum(["keep", "delete"]),
  /** The drive's serial: its samples go in any case. */
  confirmedName: z.string().max(255).optional(),
});

/** Removes a drive that is in no host, with its samples and what they were rolled up to. Should it show up again, it is a new one. */
export async function removeDrive(context: ServiceContext, input: z.infer<typeof removeDriveInput>): Promise<void> {
  requireRight(context, "drive.remove");
  const { driveId, runs, confirmedName } = input;
  await inTransaction(context.db, async (tx) => {
    const drive = await lockDrive(tx, driveId);
    requireTyped(drive.serial, confirmedName);
    const ofDrive = await runsOf(tx, { driveIds: [driveId] });
    await refuseWhileRunning(tx, ofDrive);
    const runIds = runs === "delete" ? ofDrive : [];
    const { samples, hours, days } = await countHistory(tx, [driveId]);
    const name = `${drive.model} ${drive.serial}`;
    await tx.drive.delete({ where: { id: driveId } });
    await beginRemoval(tx, context, { kind: "drive", name, driveIds: [driveId], runIds, samples });
    await writeAudit(tx, context, {
      action: "drive.remove",
      objectKind: "drive",
      objectId: driveId,
      detail: {
        drive: name,
        ...(runs === "delete" ? { runsDeleted: runIds.length } : { runsKept: ofDrive.length }),
        ...{ samplesDeleted: samples, hoursDeleted: hours, daysDeleted: days },
      },
    });
    const changes = new LiveChanges();
    changes.drive(driveId);
    await changes.announce(tx);
  });
}

async function lockDrive(tx: Transaction, driveId: string): Promise<Drive> {
  await tx.$queryRaw`SELECT id FROM drive WHERE id = ${driveId}::uuid FOR UPDATE`;
  const drive = await tx.drive.findUnique({
    where: { id: driveId },
    include: {
      sightings: { where: { endedAt: null }, include: { host: { select: { hostname: true } } } },
      claims: { where: { dismissedAt: null }, include: { host: { select: { hostname: true } } } },
      merges: { where: { state: { not: "unmerged" } }, take: 1 },
    },
  });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  if (drive.lifecycle === "merged" || drive.merges.length > 0) {
    throw new ServiceError("conflict", `${drive.model} ${drive.serial} is one of two records that were merged.`, {
      remedy: "Unmerge them first, on the drive's page.",
    });
  }
  // Who lists it has it from its next report on, if nobody else has.
  const [place] = [...drive.sightings, ...drive.claims];
  if (place !== undefined) {
    throw new ServiceError(
      "conflict",
      `${drive.model} ${drive.serial} is in ${place.host.hostname}, which would report it again.`,
      {
        remedy: "Take it out of the host, or revoke the key of a host that is gone.",
      },
    );
  }
  return drive;
}
