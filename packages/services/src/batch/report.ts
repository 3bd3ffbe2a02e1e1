import {
  type ComparedDrive,
  type DriveFigure,
  describeWorkload,
  findOddOnes,
  formatLatency,
  formatTemperature,
  formatThroughput,
  judgeRated,
  type OddOnes,
  workloadKey,
  workloadOf,
} from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { directionColumns, type PointResult, resultOf } from "../result/rules/view.ts";
import { requireRight } from "../rights.ts";
import { type DriveEffect, driveEffect, driveEffectInclude } from "../run/rules/drive-effect.ts";
import { pendingPoints } from "../run/rules/points-unheard.ts";
import { headOf, isOpen, type PointProgress, progressOf, type RunHead, runHeadInclude } from "../run/rules/view.ts";
import { readPlan, readRated } from "../stored/run.ts";
import { batchTargetsLimit } from "./rules/batch-input.ts";

export const batchReportInput = z.object({ batchId: z.uuid() });

/** More are no report that a person reads. */
const pointsLimit = 20_000;

export interface ReportedRun {
  readonly run: RunHead;
  readonly firmware: string | undefined;
  readonly effect: DriveEffect;
}

/** Drives of one model, and what sets one of them apart. */
export interface ReportedModel {
  readonly model: string;
  readonly oddOnes: OddOnes;
  /** The values of the odd ones' figures in words, by key. */
  readonly words: Readonly<Record<string, { readonly value: string; readonly median: string }>>;
}

export interface BatchReport {
  readonly runs: readonly ReportedRun[];
  readonly models: readonly ReportedModel[];
}

/** What the runs of a batch say of their drives, each alone and beside the others of its model. */
export async function getBatchReport(
  { db, actor, now }: ServiceContext,
  { batchId }: z.infer<typeof batchReportInput>,
): Promise<BatchReport> {
  requireRight({ actor }, "benchmark.view");
  const batch = await db.benchmarkBatch.findUnique({ where: { id: batchId }, select: { id: true } });
  if (batch === null) throw new ServiceError("notFound", `There is no batch ${batchId}.`);
  if ((await db.benchmarkPoint.count({ where: { run: { batchId } } })) > pointsLimit) {
    const message = `The batch has more than ${pointsLimit} points: too many for a report.`;
    throw new ServiceError("invalid", message, { remedy: "Open the reports of its runs." });
  }
  const runs = await db.benchmarkRun.findMany({
    where: { batchId },
    include: {
      ...runHeadInclude,
      ...driveEffectInclude,
      drive: { select: { controller: true } },
      points: { orderBy: { sequence: "asc" }, include: { directions: { select: directionColumns } } },
      findings: { select: { stepPath: true } },
    },
    orderBy: [{ hostname: "asc" }, { targetLabel: "asc" }, { id: "asc" }],
    take: batchTargetsLimit,
  });
  const hearable = await hearableUntil(db, now);
  const reported = await Promise.all(
    runs.map(async (run) => {
      const points = run.points.map((point) => ({ ...progressOf(point), ...resultOf(point) }));
      const checks = readRated(run.rated)?.checks;
      const { steps } = readPlan(run.plan);
      // A run that did not end well has no verdict anyway, and may lack thousands of points.
      const all =
        run.state === "complete" ? [...points, ...pendingPoints(run.state, steps, points, run.findings)] : points;
      const effect = await driveEffect(db, run, {
        steps,
        points: all,
        rated: checks && judgeRated(checks, all),
        isOver: !isOpen(run.state),
      });
      const firmware = points.find(({ environment }) => environment?.firmware)?.environment?.firmware;
      return { run: headOf(run, hearable), firmware, effect, points };
    }),
  );
  return { runs: reported.map(({ points: _, ...run }) => run), models: modelsOf(reported) };
}

type Measured = ReportedRun & { readonly points: readonly (PointProgress & PointResult)[] };

function modelsOf(runs: readonly Measured[]): ReportedModel[] {
  const ofDrives = runs.filter(({ run }) => run.model !== undefined && !isOpen(run.state));
  return [...Map.groupBy(ofDrives, ({ run }) => run.model ?? "")].map(([model, alike]) => {
    const figures = new Map(alike.map((each) => [each.run.id, figuresOf(each)]));
    const drives: ComparedDrive[] = [...figures].map(([id, own]) => ({ id, figures: own }));
    const oddOnes = findOddOnes(drives);
    return { model, oddOnes, words: oddOnes.kind === "compared" ? wordsOf(oddOnes, figures) : {} };
  });
}

type Figure = DriveFigure & { readonly write: (value: number) => string };

/** What drives of one model are compared by: rate and tail of each point, and the heat. */
function figuresOf({ points, effect }: Measured): Figure[] {
  const measured = points.filter(({ state }) => state === "complete");
  const heat = effect.temperatureKelvinMax;
  return [
    ...measured.flatMap(pointFigures),
    ...(heat === undefined
      ? []
      : [
          {
            key: "temperature",
            label: "Highest temperature",
            value: heat,
            negligible: { absolute: 5 },
            write: (kelvin: number) => formatTemperature(Math.round(kelvin)).text,
          },
        ]),
  ];
}

function pointFigures({ sequence, spec, directions }: PointProgress & PointResult): Figure[] {
  const workload = workloadOf(spec);
  const name = spec.purpose === "precondition" ? "Fill" : describeWorkload(workload);
  // Where searches went different ways, unlike loads stand at one place.
  const place = `${sequence} ${workloadKey(workload)}`;
  const rate = directions.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0);
  const tails = directions.flatMap(({ direction, latencyNsP99 }) =>
    latencyNsP99 === undefined || spec.purpose === "precondition"
      ? []
      : [
          {
            key: `${place} ${direction} p99`,
            label: `${name}, p99 of ${direction}s`,
            value: latencyNsP99,
            negligible: { percent: 10 },
            write: (ns: number) => formatLatency(ns).text,
          },
        ],
  );
  const write = (value: number) => formatThroughput(value).text;
  return [{ key: `${place} rate`, label: name, value: rate, negligible: { percent: 5 }, write }, ...tails];
}

function wordsOf(
  { odd }: Extract<OddOnes, { kind: "compared" }>,
  figures: ReadonlyMap<string, readonly Figure[]>,
): ReportedModel["words"] {
  return Object.fromEntries(
    odd.map(({ driveId, key, value, median }) => {
      const write = figures.get(driveId)?.find((figure) => figure.key === key)?.write ?? String;
      return [`${driveId} ${key}`, { value: write(value), median: write(median) }];
    }),
  );
}
