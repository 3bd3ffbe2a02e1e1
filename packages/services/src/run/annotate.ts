import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { tagText } from "../tag.ts";
import { inTransaction } from "../transaction.ts";

export const annotateInput = z.object({
  runId: z.uuid(),
  note: z.string().trim().max(4000).optional(),
  tags: z.array(tagText).max(16).optional(),
});

/** Writes what people want to know of a run later, and by what they want to find it. What is left out stays. */
export async function annotateRun(
  context: ServiceContext,
  { runId, note, tags }: z.infer<typeof annotateInput>,
): Promise<void> {
  requireRight(context, "benchmark.launch");
  await inTransaction(context.db, async (tx) => {
    // What is left out stays as another person writes it at the same time.
    await tx.$queryRaw`SELECT id FROM benchmark_run WHERE id = ${runId}::uuid FOR UPDATE`;
    const run = await tx.benchmarkRun.findUnique({ where: { id: runId } });
    if (run === null) throw new ServiceError("notFound", `There is no run ${runId}.`);
    const after = { note: note ?? run.note, tags: [...new Set(tags ?? run.tags)] };
    await tx.benchmarkRun.update({ where: { id: runId }, data: after });
    await writeAudit(tx, context, {
      action: "benchmark.annotate",
      objectKind: "run",
      objectId: runId,
      detail: {
        target: run.targetLabel,
        plan: run.planName,
        tags: after.tags.join(", "),
        note: after.note.slice(0, 200),
      },
    });
    await notify(tx, { topic: "run", runId });
  });
}
