import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { toolWords } from "./rules/read-import.ts";

export const importedRunInput = z.object({ runId: z.uuid() });

/** What goes with a run that came in a file. */
export interface ImportRemoval {
  readonly points: number;
  /** Saved comparisons that name it. */
  readonly comparisons: number;
  /** Share links that show it, and are open. */
  readonly links: number;
}

/** What removing an imported run would take with it. */
export async function previewImportRemoval(
  context: ServiceContext,
  { runId }: z.infer<typeof importedRunInput>,
): Promise<ImportRemoval> {
  requireRight(context, "benchmark.import");
  const { db, now } = context;
  const [points, comparisons, links] = await Promise.all([
    db.importedPoint.count({ where: { runId } }),
    db.savedComparison.count({ where: { query: { contains: runId } } }),
    db.$queryRaw<{ links: number }[]>`
      SELECT count(*)::int AS links FROM comparison_share
      WHERE strpos(compared::text, ${runId}) > 0 AND revoked_at IS NULL AND expires_at > ${now.toISOString()}::timestamptz
      LIMIT 1`,
  ]);
  return { points, comparisons, links: links[0]?.links ?? 0 };
}

/** Removes a run that came in a file, with all that was taken of it. What an agent measured stays. */
export async function removeImport(
  context: ServiceContext,
  { runId }: z.infer<typeof importedRunInput>,
): Promise<void> {
  requireRight(context, "benchmark.import");
  await inTransaction(context.db, async (tx) => {
    await tx.$queryRaw`SELECT id FROM benchmark_run WHERE id = ${runId}::uuid FOR UPDATE`;
    const run = await tx.benchmarkRun.findUnique({ where: { id: runId }, include: { imported: true } });
    if (run === null) throw new ServiceError("notFound", `There is no run ${runId}.`);
    const { imported, targetLabel, pointsPlanned } = run;
    if (imported === null) {
      throw new ServiceError("conflict", `The run on ${targetLabel} was measured by an agent of this server.`, {
        remedy: "Only runs that were imported from a file can be removed.",
      });
    }
    await tx.benchmarkRun.delete({ where: { id: runId } });
    const tool = toolWords({ name: imported.toolName, version: imported.toolVersion ?? undefined });
    const detail = { file: imported.fileName, tool, points: pointsPlanned, target: targetLabel };
    await writeAudit(tx, context, { action: "benchmark.removeImport", objectKind: "run", objectId: runId, detail });
    await notify(tx, { topic: "run", runId });
  });
}
