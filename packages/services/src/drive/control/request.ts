import { driveAction } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { requireRight } from "../../rights.ts";
import { inTransaction } from "../../transaction.ts";
import { rightFor } from "./rules/blockers.ts";
import { requestControl } from "./rules/request-control.ts";

export const controlDriveInput = z.object({
  driveId: z.uuid(),
  action: driveAction,
  /** The drive's serial as a person typed it; needed where data is destroyed. */
  confirmedSerial: z.string().max(64).optional(),
});

/** Asks a host's agent to change, test or erase a drive: command and audit stand together or not at all. */
export async function controlDrive(
  context: ServiceContext,
  asked: z.infer<typeof controlDriveInput>,
): Promise<{ commandId: string }> {
  requireRight(context, rightFor(asked.action));
  return { commandId: await inTransaction(context.db, (tx) => requestControl(tx, context, asked)) };
}
