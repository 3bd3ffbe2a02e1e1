import type { Database } from "@crosspoint/db";
import { protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { type ExportedRun, type ExportFormat, exportFormats } from "./rules/export-formats.ts";
import { exportedPoints } from "./rules/exported-points.ts";

export const exportInput = z.object({
  runId: z.uuid(),
  /** One point of the run; all of them where it is left out. */
  sequence: z
    .int()
    .min(0)
    .max(protocolLimits.pointsPerRun - 1)
    .optional(),
  format: z.enum(["json", "csv", "hlog"]),
});

/** A file that is written while it is read: no more than a page of its points is in memory. */
export interface ExportedFile {
  readonly name: string;
  readonly contentType: string;
  readonly parts: AsyncGenerator<string>;
}

/** The results of a run, or of one of its points, as a file. */
export async function exportResults(
  context: ServiceContext,
  { runId, sequence, format }: z.infer<typeof exportInput>,
): Promise<ExportedFile> {
  requireRight(context, "benchmark.view");
  const { db } = context;
  const run = await db.benchmarkRun.findUnique({
    where: { id: runId },
    include: {
      host: { select: { hostname: true } },
      imported: { select: { toolName: true, toolVersion: true } },
      points: { select: { environment: true }, orderBy: { sequence: "asc" }, take: 1 },
    },
  });
  if (run === null) throw new ServiceError("notFound", `There is no run ${runId}.`);
  const first = z.object({ toolVersion: z.string() }).safeParse(run.points[0]?.environment);
  const head: ExportedRun = {
    id: run.id,
    plan: run.planName,
    target: run.targetLabel,
    host: run.host?.hostname ?? run.hostname,
    tool:
      run.imported === null
        ? { name: "uring-bench", version: first.data?.toolVersion }
        : { name: run.imported.toolName, version: run.imported.toolVersion ?? undefined },
    startedAtMs: run.startedAt?.getTime(),
    finishedAtMs: run.finishedAt?.getTime(),
  };
  const chosen = exportFormats[format];
  const part = sequence === undefined ? "" : `-point-${sequence}`;
  return {
    name: `crosspoint-${run.id}${part}.${format}`,
    contentType: chosen.contentType,
    parts: partsOf(db, head, sequence, chosen),
  };
}

async function* partsOf(db: Database, run: ExportedRun, sequence: number | undefined, format: ExportFormat) {
  yield format.start(run);
  let index = 0;
  for await (const point of exportedPoints(db, run.id, sequence)) {
    yield format.point(point, index, run);
    index += 1;
  }
  yield format.end;
}
