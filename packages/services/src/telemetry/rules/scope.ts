import type { Transaction } from "@crosspoint/db";
import type { LiveChanges } from "../../live/changes.ts";

/** What applying one report's events needs. */
export interface IngestScope {
  readonly tx: Transaction;
  readonly hostId: string;
  /** The server's own time as the report arrived. */
  readonly now: Date;
  /** Until when hosts could be heard; asked of the database once, where it matters. */
  readonly hearableUntil: () => Promise<Date>;
  readonly changes: LiveChanges;
  /** The ids of the drives that the transaction has locked, by their identities' texts. */
  readonly lockedDrives: Map<string, string>;
}
