import { changedSettings, expandPlan, type PlanStep } from "@crosspoint/domain";
import { type BenchmarkPlan, protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { streamedResult } from "../result/rules/streamed.ts";
import { directionColumns, noResult, type PointResult, resultOf } from "../result/rules/view.ts";
import { requireRight } from "../rights.ts";
import { readPlan } from "../stored/run.ts";
import { pointsUnheard } from "./rules/points-unheard.ts";
import { storedSettingWords } from "./rules/settings.ts";
import {
  headOf,
  isOpen,
  type PointProgress,
  pendingOf,
  progressOf,
  type RunHead,
  runHeadInclude,
} from "./rules/view.ts";

export const getRunInput = z.object({ runId: z.uuid() });

export interface PointDetail extends PointProgress, PointResult {
  /** Its figures are those of the seconds that arrived of it: it was cut off, and no result came. */
  readonly isStreamed: boolean;
}

/** An agent measures one point at a time; more than one without its result means that results were lost. */
const streamedPointsLimit = 4;

export interface RunDetail extends RunHead {
  /** What was set for the time of the run, in words; empty where everything stayed as it was. */
  readonly settings: readonly string[];
  readonly steps: readonly PlanStep[];
  /** Those that were heard of, and those that stand in the plan, in the order of measuring. */
  readonly points: readonly PointDetail[];
}

/** A run with its points, the figures of each, and what surrounded it. */
export async function getBenchmark(
  context: ServiceContext,
  { runId }: z.infer<typeof getRunInput>,
): Promise<RunDetail> {
  requireRight(context, "benchmark.view");
  const run = await context.db.benchmarkRun.findUnique({
    where: { id: runId },
    include: {
      ...runHeadInclude,
      drive: { select: { controller: true, details: true } },
      points: {
        orderBy: { sequence: "asc" },
        include: { directions: { orderBy: { direction: "asc" }, select: directionColumns } },
      },
    },
  });
  if (run === null) {
    throw new ServiceError("notFound", `There is no run ${runId}.`, {
      remedy: "Look for it in the list of benchmarks.",
    });
  }
  const plan = readPlan(run.plan);
  const heard = await withStreamed(
    context,
    runId,
    run.points.map((point) => ({ ...progressOf(point), ...resultOf(point), isStreamed: false })),
  );
  const reason = isOpen(run.state) ? undefined : unheardReason(run.state);
  return {
    ...headOf(run, context.now),
    steps: plan.steps,
    settings: storedSettingWords(changedSettings(plan.steps).settings, run.drive),
    points: [...heard, ...pendingPoints(plan, heard, reason)].toSorted((a, b) => a.sequence - b.sequence),
  };
}

/** Points that were cut off before their result get the figures of what was streamed of them. */
async function withStreamed(
  { db }: ServiceContext,
  runId: string,
  points: readonly PointDetail[],
): Promise<PointDetail[]> {
  const cutOff = points.filter(
    ({ state, directions }) => (state === "interrupted" || state === "failed") && directions.length === 0,
  );
  const results = await Promise.all(
    cutOff
      .slice(0, streamedPointsLimit)
      .map(async ({ sequence }) => [sequence, await streamedResult(db, { runId, sequence })] as const),
  );
  const bySequence = new Map(results);
  return points.map((point) => {
    const streamed = bySequence.get(point.sequence);
    return streamed === undefined ? point : { ...point, ...streamed, isStreamed: true };
  });
}

/** The points of the plan that nothing was heard of. */
function pendingPoints(
  plan: BenchmarkPlan,
  heard: readonly PointProgress[],
  reason: string | undefined,
): PointDetail[] {
  const expansion = expandPlan(plan.steps, protocolLimits.pointsPerRun);
  if (expansion.kind === "tooMany") return [];
  return pointsUnheard(plan.steps, expansion.points, heard).map((point) => ({
    ...pendingOf(point),
    ...noResult(reason),
    isStreamed: false,
  }));
}

function unheardReason(state: string): string {
  return state === "complete"
    ? "The run ended, and no result of this point has arrived."
    : "The run ended before this point.";
}
