import type { Transaction } from "@crosspoint/db";
import { actorLabel } from "../actor.ts";
import type { ServiceContext } from "../context.ts";
import type { AuditDetail } from "../stored/audit.ts";

export interface AuditRecord {
  /** The verb, for example `benchmark.launch`. */
  readonly action: string;
  readonly objectKind:
    | "host"
    | "drive"
    | "drives"
    | "bulk"
    | "run"
    | "command"
    | "person"
    | "enrollmentToken"
    | "apiToken"
    | "setupLink"
    | "plan"
    | "batch"
    | "schedule"
    | "group"
    | "maintenance"
    | "comparison"
    | "comparisonShare"
    | "healthThreshold"
    | "firmwareAdvice"
    | "storage"
    | "audit"
    | "database";
  readonly objectId: string;
  /** What was asked, never a secret. */
  readonly detail?: AuditDetail;
  /** The command that was sent for it: how it ends is how this ended. */
  readonly commandId?: string;
}

/** Writes who did what, in the transaction that does it, so that neither stands without the other. */
export async function writeAudit(tx: Transaction, context: ServiceContext, record: AuditRecord): Promise<void> {
  await tx.auditEntry.create({
    data: {
      time: context.now,
      actorId: context.actor.kind === "person" ? context.actor.id : null,
      actorLabel: actorLabel(context.actor),
      action: record.action,
      objectKind: record.objectKind,
      objectId: record.objectId,
      detail: record.detail ?? {},
      commandId: record.commandId ?? null,
    },
  });
}
