import { formatPower } from "@crosspoint/domain";
import { controlBlockers } from "../../drive/control/rules/blockers.ts";
import { type ControlledDrive, loadControlledDrives } from "../../drive/control/rules/controlled-drive.ts";
import { requestControl } from "../../drive/control/rules/request-control.ts";
import { ServiceError } from "../../errors.ts";
import { hearableUntil } from "../../health/gateway-pulse.ts";
import type { BulkRequest } from "../rules/bulk-request.ts";
import { type BulkKind, type BulkOutcome, type Judged, withoutName } from "../rules/kind.ts";
import { choosePower, type PowerChoice } from "./power-limit.ts";

type LimitPower = Extract<BulkRequest, { kind: "limitPower" }>;

/** Each drive by a command to its host, as if it had been asked for on the drive's page. */
export const limitPower: BulkKind<LimitPower> = {
  right: "drive.control",
  // A command stands with the note that it was sent: none is sent twice, whenever the worker is cut off.
  batch: 1,
  async judge(db, context, { maxMilliwatts }, drives) {
    const now = await hearableUntil(db, context.now);
    const loaded = await loadControlledDrives(
      db,
      drives.map(({ driveId }) => driveId),
    );
    return new Map(
      loaded.map((drive): [string, Judged] => {
        const choice = choosePower(drive, maxMilliwatts);
        if (choice.kind === "none") return [drive.id, { will: false, text: choice.reason }];
        const [first] = controlBlockers({ actor: context.actor, now, drive, action: choice.action });
        if (first !== undefined) return [drive.id, { will: false, text: withoutName(first.message, drive) }];
        return [drive.id, { will: true, text: settingText(choice) }];
      }),
    );
  },
  async carryOut(tx, context, { maxMilliwatts }, drives) {
    const outcomes = new Map<string, BulkOutcome>();
    const loaded = await loadControlledDrives(
      tx,
      drives.map(({ driveId }) => driveId),
    );
    for (const drive of loaded) {
      const choice = choosePower(drive, maxMilliwatts);
      outcomes.set(drive.id, choice.kind === "none" ? refused(choice.reason) : await send(drive, choice));
    }
    return outcomes;

    async function send(drive: ControlledDrive, choice: Chosen): Promise<BulkOutcome> {
      try {
        const commandId = await requestControl(tx, context, { driveId: drive.id, action: choice.action });
        return { outcome: "done", reason: `Sent to its host: ${settingText(choice)}`, commandId };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return refused(withoutName(error.message, drive));
      }
    }
  },
};

type Chosen = Extract<PowerChoice, { kind: "action" }>;

function settingText({ action, milliwatts }: Chosen): string {
  const power = formatPower(milliwatts).text;
  return action.kind === "setPowerState" ? `Power state ${action.powerState} (${power})` : `Power governor ${power}`;
}

function refused(reason: string): BulkOutcome {
  return { outcome: "refused", reason };
}
