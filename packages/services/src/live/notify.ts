import type { Transaction } from "@crosspoint/db";
import { type LiveEvent, liveChannel } from "./topics.ts";

/** Tells every process that listens; sent when the transaction commits. PostgreSQL folds equal ones into one. */
export async function notify(tx: Transaction, event: LiveEvent): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${liveChannel}, ${JSON.stringify(event)})`;
}
