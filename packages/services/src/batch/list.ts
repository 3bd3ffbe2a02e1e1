import type { RunState } from "@crosspoint/db";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { cursorOf, timeInKey } from "../cursor.ts";
import { requireRight } from "../rights.ts";

const cursor = cursorOf(z.tuple([timeInKey, z.uuid()]));

export const listBatchesInput = z.object({
  scheduleId: z.uuid().optional(),
  limit: z.int().min(1).max(100).default(50),
  cursor: cursor.text.optional(),
});

export interface BatchSummary {
  readonly id: string;
  readonly name: string;
  readonly planId: string;
  readonly planName: string;
  readonly planHash: string;
  readonly scheduleId: string | undefined;
  /** When all its runs were to begin; absent where each begins in its turn. */
  readonly startsAt: Date | undefined;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** How many of its runs are in each state that any is in. */
  readonly runs: Readonly<Partial<Record<RunState, number>>>;
}

export interface BatchList {
  readonly batches: readonly BatchSummary[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
}

/** Batches, the newest first. */
export async function listBatches(
  { db, actor }: ServiceContext,
  { scheduleId, limit = 50, cursor: after }: z.input<typeof listBatchesInput>,
): Promise<BatchList> {
  requireRight({ actor }, "benchmark.view");
  const place = cursor.read(after);
  const before = place && { OR: [{ requestedAt: { lt: place[0] } }, { requestedAt: place[0], id: { lt: place[1] } }] };
  const rows = await db.benchmarkBatch.findMany({
    where: { AND: [scheduleId === undefined ? {} : { scheduleId }, before ?? {}] },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const counts = await db.benchmarkRun.groupBy({
    by: ["batchId", "state"],
    where: { batchId: { in: page.map(({ id }) => id) } },
    _count: true,
  });
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    batches: page.map((row) => ({
      id: row.id,
      name: row.name,
      planId: row.planId,
      planName: row.planName,
      planHash: row.planHash,
      scheduleId: row.scheduleId ?? undefined,
      startsAt: row.startsAt ?? undefined,
      requestedBy: row.requestedBy,
      requestedAt: row.requestedAt,
      runs: Object.fromEntries(
        counts.filter(({ batchId }) => batchId === row.id).map(({ state, _count }) => [state, _count]),
      ),
    })),
    nextCursor: last && cursor.write([last.requestedAt, last.id]),
  };
}
