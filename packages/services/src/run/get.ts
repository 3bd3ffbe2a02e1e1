import type { RunState } from "@crosspoint/db";
import { changedSettings, type PlanStep } from "@crosspoint/domain";
import { type PlanTemplate, protocolLimits, type RunFinding } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { type ImportedDetail, importedInclude, importedOf } from "../result/rules/imported-view.ts";
import { streamedResult } from "../result/rules/streamed.ts";
import { directionColumns, type PointResult, resultOf } from "../result/rules/view.ts";
import { requireRight } from "../rights.ts";
import { readFound, readPlan, readRated } from "../stored/run.ts";
import { type DatabasePointDetail, databaseColumns, databasePointsOf } from "./rules/database-points.ts";
import { type DriveEffect, driveEffect, driveEffectInclude } from "./rules/drive-effect.ts";
import { type JudgedChecks, judgedChecks } from "./rules/judged-checks.ts";
import { pendingPoints, unheardOf, type Verdict } from "./rules/points-unheard.ts";
import { type PublishedFigures, publishedFigures } from "./rules/published-figures.ts";
import { type PublishedOltp, publishedOltp } from "./rules/published-oltp.ts";
import { type ReportFacts, reportedDrive, reportFacts } from "./rules/report-facts.ts";
import { storedSettingWords } from "./rules/settings.ts";
import { headOf, isOpen, type PointProgress, progressOf, type RunHead, runHeadInclude } from "./rules/view.ts";

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
  /** Transactions of its databases: points of the run, and of no block workload. */
  readonly databasePoints: readonly DatabasePointDetail[];
  /** What its searches and rounds have come to, in their order. */
  readonly findings: readonly StepFinding[];
  /** The published database test, to stand beside those; empty where it runs none. */
  readonly publishedOltp: readonly PublishedOltp[];
  /** Published figures of its drive's model under the loads of its points. */
  readonly published: readonly PublishedFigures[];
  /** The rated figures of its drive that it checks, each with what came of it. */
  readonly rated: JudgedChecks | undefined;
  /** What it did to its drive. */
  readonly effect: DriveEffect;
  readonly report: ReportFacts;
  /** The file that it comes from; absent where an agent of this server measured it. */
  readonly imported: ImportedDetail | undefined;
}

export interface StepFinding extends Pick<RunFinding, "search" | "rounds"> {
  /** Where its step stands in the plan. */
  readonly stepPath: readonly number[];
}

/** Far more than a plan's steps, walked again and again, come to. */
const findingsLimit = protocolLimits.pointsPerRun;

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
      ...driveEffectInclude,
      drive: { select: reportedDrive },
      databasePoints: databaseColumns,
      findings: { orderBy: { number: "asc" }, take: findingsLimit },
      ...importedInclude,
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
  const findings = run.findings.map(({ stepPath, found }) => ({ stepPath, ...readFound(found) }));
  const points = pointsOf(run.state, plan, heard, findings);
  const rated = judgedChecks(readRated(run.rated), points);
  const databasePoints = databasePointsOf(run.databasePoints, plan.steps, unheardOf(run.state));
  return {
    ...headOf(run, await hearableUntil(context.db, context.now)),
    steps: plan.steps,
    findings,
    settings: storedSettingWords(changedSettings(plan.steps).choices.flat(), run.drive),
    points,
    databasePoints,
    publishedOltp: databasePoints.length === 0 ? [] : publishedOltp(),
    published: publishedFigures(run.model, points),
    rated,
    report: reportFacts(run),
    imported: importedOf(run),
    effect: await driveEffect(context.db, run, {
      steps: plan.steps,
      points,
      rated: rated?.figures,
      isOver: !isOpen(run.state),
    }),
  };
}

function pointsOf(
  state: RunState,
  { steps }: PlanTemplate,
  heard: readonly PointDetail[],
  findings: readonly Verdict[],
): PointDetail[] {
  const pending = pendingPoints(state, steps, heard, findings).map((point) => ({ ...point, isStreamed: false }));
  return [...heard, ...pending].toSorted((a, b) => a.sequence - b.sequence);
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
