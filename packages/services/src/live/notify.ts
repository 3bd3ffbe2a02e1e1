import type { SqlRunner, Transaction } from "@crosspoint/db";
import { type LiveEvent, liveChannel } from "./topics.ts";

/** Tells every process that listens; sent when the transaction commits. PostgreSQL folds equal ones into one. */
export async function notify(tx: Transaction, event: LiveEvent): Promise<void> {
  await notifyAll(tx, [event]);
}

/** The same for many, in one statement. */
export async function notifyAll(tx: SqlRunner, events: readonly LiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  const payloads = events.map((event) => JSON.stringify(event));
  await tx.$executeRaw`SELECT pg_notify(${liveChannel}, payload) FROM unnest(${payloads}::text[]) AS payload`;
}
