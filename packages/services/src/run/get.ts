import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { storedSettingWords } from "./rules/settings.ts";
import { headOf, type PointDetail, pointOf, type RunHead, runHeadInclude } from "./rules/view.ts";

export const getRunInput = z.object({ runId: z.uuid() });

export interface RunDetail extends RunHead {
  readonly requestedBy: string | undefined;
  /** What was set for the time of the run, in words; empty where everything stayed as it was. */
  readonly settings: readonly string[];
  readonly points: readonly PointDetail[];
}

/** A run with its points, what each measured, and what surrounded it. */
export async function getBenchmark(
  context: ServiceContext,
  { runId }: z.infer<typeof getRunInput>,
): Promise<RunDetail> {
  requireRight(context, "benchmark.view");
  const run = await context.db.benchmarkRun.findUnique({
    where: { id: runId },
    include: {
      ...runHeadInclude,
      drive: { select: { model: true, serial: true, controller: true, details: true } },
      points: { orderBy: { index: "asc" }, include: { directions: { orderBy: { direction: "asc" } } } },
    },
  });
  if (run === null) {
    throw new ServiceError("notFound", `There is no run ${runId}.`, {
      remedy: "Look for it in the list of benchmarks.",
    });
  }
  const person = run.requestedById
    ? await context.db.user.findUnique({ where: { id: run.requestedById }, select: { email: true } })
    : null;
  return {
    ...headOf(run, context.now),
    requestedBy: person?.email,
    settings: storedSettingWords(run.settings, run.drive),
    points: run.points.map(pointOf),
  };
}
