import type { Transaction } from "@crosspoint/db";
import { notifyAll } from "../../live/notify.ts";
import type { LiveEvent } from "../../live/topics.ts";

/** What applying one report's events needs. */
export interface IngestScope {
  readonly tx: Transaction;
  readonly hostId: string;
  /** The server's own time as the report arrived. */
  readonly now: Date;
  readonly changes: LiveChanges;
}

/** Collects what a report changed, each thing once, and tells it in one statement. */
export class LiveChanges {
  readonly #events = new Map<string, LiveEvent>();

  host(hostId: string): void {
    this.#events.set(`host ${hostId}`, { topic: "host", hostId });
  }

  drive(driveId: string): void {
    this.#events.set(`drive ${driveId}`, { topic: "drive", driveId });
  }

  run(runId: string): void {
    this.#events.set(`run ${runId}`, { topic: "run", runId });
  }

  async announce(tx: Transaction): Promise<void> {
    await notifyAll(tx, [...this.#events.values()]);
  }
}
