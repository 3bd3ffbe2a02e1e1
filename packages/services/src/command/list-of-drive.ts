import { command } from "@crosspoint/protocol";
import { z } from "zod";
import { requireRight } from "../access/rights.ts";
import type { ServiceContext } from "../context.ts";
import type { CommandProgress } from "../report/apply-command.ts";
import { controlWords } from "./control-words.ts";
import { loadControlledDrive } from "./controlled-drive.ts";

const commandsLimit = 10;

export const driveCommandsInput = z.object({ driveId: z.uuid() });

export interface DriveCommand {
  readonly id: string;
  readonly title: string;
  readonly action: string;
  readonly state: string;
  readonly reason: string | null;
  readonly progress: CommandProgress | undefined;
  readonly requestedAt: Date;
  readonly answeredAt: Date | null;
  readonly finishedAt: Date | null;
}

/** What was asked of a drive and what became of it, the newest first. */
export async function listDriveCommands(
  context: ServiceContext,
  { driveId }: z.infer<typeof driveCommandsInput>,
): Promise<DriveCommand[]> {
  requireRight(context, "fleet.view");
  const drive = await loadControlledDrive(context.db, driveId);
  const rows = await context.db.command.findMany({
    where: { driveId },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    take: commandsLimit,
  });
  return rows.flatMap((row) => {
    const payload = command.safeParse(row.payload).data;
    if (payload?.kind !== "controlDrive") return [];
    return {
      id: row.id,
      title: controlWords(payload.action, drive).title,
      action: payload.action.kind,
      state: row.state,
      reason: row.reason,
      progress: (row.progress ?? undefined) as CommandProgress | undefined,
      requestedAt: row.requestedAt,
      answeredAt: row.answeredAt,
      finishedAt: row.finishedAt,
    };
  });
}
