import type { Command, Drive } from "@crosspoint/db";
import { command, type NamespaceObservation } from "@crosspoint/protocol";
import { controlWords, type DescribedDrive } from "../../drive/control/rules/words.ts";

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
          : undefined,
    drive: drive === null ? undefined : { id: drive.id, serial: drive.serial },
    runId: isRun ? payload.runId : undefined,
    state: row.state,
    reason: row.reason,
    requestedAt: row.requestedAt,
  };
}

/** What was stored was checked by the contract when it was taken in. */
function describedDrive(drive: Drive | null): DescribedDrive {
  return {
    pciVendorId: drive?.pciVendorId ?? 0,
    model: drive?.model ?? "",
    controller: (drive?.controller ?? null) as DescribedDrive["controller"],
    namespaces: (drive?.namespaces ?? []) as unknown as NamespaceObservation[],
    details: (drive?.details ?? undefined) as DescribedDrive["details"],
  };
}
