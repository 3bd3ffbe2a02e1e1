import type { Command, Drive } from "@crosspoint/db";
import { command } from "@crosspoint/protocol";
import { controlWords, type DescribedDrive } from "../../drive/control/rules/words.ts";
import { readController, readDetails, readNamespaces } from "../../stored/drive.ts";

/** What was asked of a host, and what became of it. */
export interface HostCommand {
  readonly id: string;
  readonly kind: string;
  /** What exactly, where the kind alone does not tell: the action on a drive, the plan of a run. */
  readonly what: string | undefined;
  readonly drive: { readonly id: string; readonly serial: string } | undefined;
  readonly runId: string | undefined;
  readonly state: string;
  readonly reason: string | null;
  readonly requestedAt: Date;
}

/** A command with the drive that it acts on, as a person sees it. */
export function hostCommand({ drive, ...row }: Command & { drive: Drive | null }): HostCommand {
  const payload = command.safeParse(row.payload).data;
  const isRun = payload?.kind === "startBenchmark" || payload?.kind === "cancelBenchmark";
  return {
    id: row.id,
    kind: row.kind,
    what:
      payload?.kind === "controlDrive"
        ? controlWords(payload.action, describedDrive(drive)).title
        : payload?.kind === "startBenchmark"
          ? payload.plan.name
          : payload?.kind === "upgradeAgent"
            ? `Upgrade the agent to ${payload.version}`
            : undefined,
    drive: drive === null ? undefined : { id: drive.id, serial: drive.serial },
    runId: isRun ? payload.runId : undefined,
    state: row.state,
    reason: row.reason,
    requestedAt: row.requestedAt,
  };
}

function describedDrive(drive: Drive | null): DescribedDrive {
  return {
    pciVendorId: drive?.pciVendorId ?? 0,
    model: drive?.model ?? "",
    controller: readController(drive?.controller) ?? null,
    namespaces: readNamespaces(drive?.namespaces ?? []),
    details: readDetails(drive?.details),
  };
}
