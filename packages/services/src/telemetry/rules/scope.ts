import type { Transaction } from "@crosspoint/db";
import type { LiveChanges } from "../../live/changes.ts";

/** What applying one report's events needs. */
export interface IngestScope {
  readonly tx: Transaction;
  readonly hostId: string;
  /** The server's own time as the report arrived. */
  readonly now: Date;
  readonly changes: LiveChanges;
}
