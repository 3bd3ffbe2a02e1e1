import { type FirmwareNotice, noticesAbout } from "@crosspoint/catalog";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { readFirmwareList } from "./rules/firmware-list.ts";

export const firmwareOfDriveInput = z.object({ driveId: z.uuid() });

export interface DriveFirmware {
  readonly model: string;
  readonly firmware: string;
  /** As the list counts now. */
  readonly notices: readonly FirmwareNotice[];
}

/** What others had trouble with in the firmware that a drive has. */
export async function firmwareOfDrive(
  { db, actor }: ServiceContext,
  { driveId }: z.infer<typeof firmwareOfDriveInput>,
): Promise<DriveFirmware> {
  requireRight({ actor }, "fleet.view");
  const drive = await db.drive.findUnique({ where: { id: driveId }, select: { model: true, firmware: true } });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  const { model, firmware } = drive;
  return { model, firmware, notices: noticesAbout(await readFirmwareList(db), model, firmware) };
}
