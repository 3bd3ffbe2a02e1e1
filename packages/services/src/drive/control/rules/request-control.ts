import type { Transaction } from "@crosspoint/db";
import type { DriveAction } from "@crosspoint/protocol";
import { writeAudit } from "../../../audit/write.ts";
import { refuseFirst } from "../../../blockers.ts";
import { requestCommand } from "../../../command/request.ts";
import type { ServiceContext } from "../../../context.ts";
import { ServiceError } from "../../../errors.ts";
import { hearableUntil } from "../../../health/gateway-pulse.ts";
import { notify } from "../../../live/notify.ts";
import { confirmSerial } from "../../rules/confirm-serial.ts";
import { controlBlockers } from "./blockers.ts";
import { type ControlledDrive, type ControlledHost, loadControlledDrive } from "./controlled-drive.ts";
import { controlWords, destroysData } from "./words.ts";

/** A host that does not fetch the command in this time gets none: nobody expects a format tomorrow. */
const expiresInMs = 5 * 60_000;

export interface RequestedControl {
  readonly driveId: string;
  readonly action: DriveAction;
  /** The drive's serial as a person typed it; needed where data is destroyed. */
  readonly confirmedSerial?: string | undefined;
}

/** Asks a host's agent for an action on a drive, if nothing prevents it; its right is checked among the blockers. */
export async function requestControl(
  tx: Transaction,
  context: ServiceContext,
  { driveId, action, confirmedSerial }: RequestedControl,
): Promise<string> {
  const drive = await lockDrive(tx, driveId);
  const host = await refuseWhatStandsAgainst(tx, context, drive, action);
  const confirmed = destroysData(action) ? confirmSerial(drive, confirmedSerial) : {};
  const { pciVendorId, model, serial } = drive;
  const commandId = await requestCommand(tx, context, {
    hostId: host.id,
    driveId,
    payload: { kind: "controlDrive", drive: { pciVendorId, model, serial }, action, ...confirmed },
    expiresInMs,
  });
  await writeAudit(tx, context, {
    action: `drive.${action.kind}`,
    objectKind: "drive",
    objectId: driveId,
    detail: { drive: `${model} ${serial}`, host: host.hostname, what: controlWords(action, drive).title },
    commandId,
  });
  await notify(tx, { topic: "drive", driveId });
  return commandId;
}

/**
 * Requests for one drive wait for one another here, so that two cannot both find it free; launches wait too. All of them
 * wait while it is being settled whose the drive is.
 */
async function lockDrive(tx: Transaction, driveId: string): Promise<ControlledDrive> {
  const found = await loadControlledDrive(tx, driveId);
  if (found.host) await tx.$queryRaw`SELECT id FROM host WHERE id = ${found.host.id}::uuid FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT id FROM drive WHERE id = ${driveId}::uuid FOR NO KEY UPDATE`;
  return loadControlledDrive(tx, driveId);
}

async function refuseWhatStandsAgainst(
  tx: Transaction,
  { actor, now: asked }: ServiceContext,
  drive: ControlledDrive,
  action: DriveAction,
): Promise<ControlledHost> {
  const now = await hearableUntil(tx, asked);
  refuseFirst(controlBlockers({ actor, now, drive, action }));
  if (drive.host === undefined) throw new ServiceError("conflict", `${drive.serial} is in no host.`);
  return drive.host;
}
