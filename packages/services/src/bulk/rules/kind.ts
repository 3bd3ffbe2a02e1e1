import type { Database, Transaction } from "@crosspoint/db";
import type { ServiceContext } from "../../context.ts";
import type { Right } from "../../rights.ts";
import type { BulkRequest } from "./bulk-request.ts";

/** A drive of a selection: its words are those of the moment at which it was selected. */
export interface BulkDrive {
  readonly driveId: string;
  readonly model: string;
  readonly serial: string;
}

/** What would happen to a drive, or why nothing would. */
export interface Judged {
  readonly will: boolean;
  /** "Set power state 1 (8 W)"; or the reason. */
  readonly text: string;
}

/** What became of a drive. `refused`: nothing was changed, and why. */
export interface BulkOutcome {
  readonly outcome: "done" | "refused" | "failed";
  readonly reason: string;
  readonly commandId?: string | undefined;
}

/** How one kind of bulk action is judged and carried out. */
export interface BulkKind<Request extends BulkRequest> {
  readonly right: Right;
  /** Drives of one transaction. */
  readonly batch: number;
  /** By drive; one that is missing is no more. */
  judge(
    db: Database | Transaction,
    context: ServiceContext,
    request: Request,
    drives: readonly BulkDrive[],
  ): Promise<ReadonlyMap<string, Judged>>;
  /** In the name of whoever asked for it. By drive; one that is missing is no more. */
  carryOut(
    tx: Transaction,
    context: ServiceContext,
    request: Request,
    drives: readonly BulkDrive[],
  ): Promise<ReadonlyMap<string, BulkOutcome>>;
}

/** Said of a drive that was removed meanwhile. */
export const goneText = "It was removed from Crosspoint.";

/** A refusal that speaks of this drive by its name would be another one for each drive: they are counted together. */
export function withoutName(text: string, { model, serial }: Pick<BulkDrive, "model" | "serial">): string {
  const plain = text.replaceAll(`${model} ${serial}`, "the drive").replaceAll(serial, "the drive");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
