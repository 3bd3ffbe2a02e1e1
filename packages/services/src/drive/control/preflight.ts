import { driveAction } from "@crosspoint/protocol";
import { z } from "zod";
import type { Blocker } from "../../blockers.ts";
import type { ServiceContext } from "../../context.ts";
import { hearableUntil } from "../../health/gateway-pulse.ts";
import { requireRight } from "../../rights.ts";
import { controlBlockers, rightFor } from "./rules/blockers.ts";
import { loadControlledDrive } from "./rules/controlled-drive.ts";
import { type ControlWords, controlWords } from "./rules/words.ts";

export const preflightControlInput = z.object({ driveId: z.uuid(), action: driveAction });

export interface ControlPreflight extends ControlWords {
  readonly model: string;
  readonly serial: string;
  /** Undefined where no host sees the drive. */
  readonly hostname: string | undefined;
  readonly right: string;
  /** What blocks it, the most final first; empty where it can be requested. */
  readonly blockers: readonly Blocker[];
}

/** What an action would do to a drive, how long it takes, what it destroys, and what blocks it. */
export async function preflightControl(
  context: ServiceContext,
  { driveId, action }: z.infer<typeof preflightControlInput>,
): Promise<ControlPreflight> {
  requireRight(context, "fleet.view");
  const drive = await loadControlledDrive(context.db, driveId);
  return {
    ...controlWords(action, drive),
    model: drive.model,
    serial: drive.serial,
    hostname: drive.host?.hostname,
    right: rightFor(action),
    blockers: controlBlockers({
      actor: context.actor,
      now: await hearableUntil(context.db, context.now),
      drive,
      action,
    }),
  };
}
