import type { Command } from "@crosspoint/db";
import { command, type DriveAction } from "@crosspoint/protocol";
import { z } from "zod";
import { type CommandProgress, readProgress } from "../../command/rules/progress.ts";
import type { ServiceContext } from "../../context.ts";
import { hearableUntil } from "../../health/gateway-pulse.ts";
import { requireRight } from "../../rights.ts";
import { controlBlockers } from "./rules/blockers.ts";
import { type ControlledDrive, loadControlledDrive } from "./rules/controlled-drive.ts";
import { controlWords } from "./rules/words.ts";

const commandsLimit = 10;
const intel = 0x8086;

export const driveCommandsInput = z.object({ driveId: z.uuid() });

export interface DriveCommand {
  readonly id: string;
  readonly title: string;
  readonly action: string;
  readonly state: string;
  readonly reason: string | null;
  /** Of long work, while it goes on. */
  readonly progress: Pick<CommandProgress, "phase" | "percent"> | undefined;
  readonly requestedAt: Date;
  readonly answeredAt: Date | null;
  readonly finishedAt: Date | null;
}

/** What can be asked of a drive by whoever asks, and what was asked of it before. */
export interface DriveControls {
  /** Kinds of action, each with its first blocker, whatever its details. */
  readonly controls: readonly { readonly kind: DriveAction["kind"]; readonly whyNot: string | undefined }[];
  /** The newest first. */
  readonly commands: readonly DriveCommand[];
}

export async function listDriveControls(
  context: ServiceContext,
  { driveId }: z.infer<typeof driveCommandsInput>,
): Promise<DriveControls> {
  requireRight(context, "fleet.view");
  const drive = await loadControlledDrive(context.db, driveId);
  const rows = await context.db.command.findMany({
    where: { driveId },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    take: commandsLimit,
  });
  const now = await hearableUntil(context.db, context.now);
  const controls = examples(drive).map((action) => {
    const blockers = controlBlockers({ actor: context.actor, now, drive, action });
    // A choice that does not fit is mended in the dialog.
    return { kind: action.kind, whyNot: blockers.find(({ code }) => code !== "invalid")?.message };
  });
  return { controls, commands: rows.flatMap((row) => commandOf(row, drive)) };
}

/** One action of each kind, to ask the rules. A power governor is Intel's alone. */
function examples({ namespaces, pciVendorId }: ControlledDrive): DriveAction[] {
  const nsid = namespaces[0]?.nsid;
  const ofNamespace: DriveAction[] =
    nsid === undefined
      ? []
      : [
          { kind: "setScheduler", nsid, scheduler: "none" },
          { kind: "format", nsid, lbaFormat: namespaces[0]?.currentLbaFormat ?? 0, secureErase: "none" },
          { kind: "discard", nsid },
        ];
  return [
    { kind: "setPowerState", powerState: 0 },
    ...(pciVendorId === intel ? [{ kind: "setPowerGovernor", value: 0 } as const] : []),
    { kind: "selfTest", test: "short" },
    ...ofNamespace,
    { kind: "sanitize", method: "blockErase" },
  ];
}

function commandOf(row: Command, drive: ControlledDrive): DriveCommand[] {
  const payload = command.safeParse(row.payload).data;
  if (payload?.kind !== "controlDrive") return [];
  const progress = readProgress(row.progress);
  return [
    {
      id: row.id,
      title: controlWords(payload.action, drive).title,
      action: payload.action.kind,
      state: row.state,
      reason: row.reason,
      progress: progress && { phase: progress.phase, percent: progress.percent },
      requestedAt: row.requestedAt,
      answeredAt: row.answeredAt,
      finishedAt: row.finishedAt,
    },
  ];
}
