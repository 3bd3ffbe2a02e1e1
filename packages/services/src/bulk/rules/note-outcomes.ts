import type { Transaction } from "@crosspoint/db";
import { endWaitingDrives, type TakenBulkAction, writeBulkOutcomes } from "@crosspoint/db/queries/bulk-drives";
import type { BulkOutcome } from "./kind.ts";

/** What became of a drive at its place in a bulk action. */
export type PlacedOutcome = BulkOutcome & { readonly place: number };

/** What is noted beside the outcomes: that nothing holds it up any more, or how much of that stands. */
export type StallColumns = Partial<Pick<TakenBulkAction, "batchLimit" | "stalls" | "stalledSince">> & {
  readonly retryAt: Date | null;
};
export const unhindered = {
  batchLimit: null,
  stalls: 0,
  stalledSince: null,
  retryAt: null,
} as const satisfies StallColumns;

/** Notes the next drives of a bulk action as over. Returns how many they are. */
export async function noteOutcomes(
  tx: Transaction,
  now: Date,
  { id, processed, total }: TakenBulkAction,
  over: readonly PlacedOutcome[],
  stall: StallColumns = unhindered,
): Promise<number> {
  await writeBulkOutcomes(
    tx,
    id,
    over.map(({ commandId = null, ...drive }) => ({ ...drive, commandId })),
  );
  const count = (outcome: BulkOutcome["outcome"]) => over.filter((each) => each.outcome === outcome).length;
  const isOver = processed + over.length >= total;
  await tx.bulkAction.update({
    where: { id },
    data: {
      ...stall,
      processed: { increment: over.length },
      done: { increment: count("done") },
      refused: { increment: count("refused") },
      failed: { increment: count("failed") },
      ...(isOver ? { finishedAt: now } : {}),
    },
  });
  return over.length;
}

/** The same of all that still wait. */
export async function endRest(
  tx: Transaction,
  now: Date,
  { id, total }: TakenBulkAction,
  { outcome, reason }: { readonly outcome: "refused" | "failed"; readonly reason: string },
): Promise<number> {
  const ended = await endWaitingDrives(tx, id, { outcome, reason });
  const data = { processed: total, [outcome]: { increment: ended }, finishedAt: now };
  await tx.bulkAction.update({ where: { id }, data });
  return ended;
}
