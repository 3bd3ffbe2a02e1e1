import type { Database } from "@crosspoint/db";
import { measuredPlaces } from "@crosspoint/db/queries/compared-points";
import {
  newestRunOfEachDrive,
  type PlanOfDrive,
  plansOfDrive,
  runsOfPlan,
  type TrendRun,
} from "@crosspoint/db/queries/trend-runs";
import {
  type ComparedDirection,
  type ComparedMetric,
  describeWorkload,
  exactKey,
  isHigherBetter,
  type MeasuredLoad,
  seriesText,
} from "@crosspoint/domain";
import { type Changes, changesOf, type ForItsKind, forItsKind } from "@crosspoint/domain/analysis";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { choosePoints } from "./rules/choose-points.ts";
import { readRuns } from "./rules/compared-runs.ts";
import { roundsOf } from "./rules/read-entries.ts";
import { valuesOfRuns } from "./rules/values-of-runs.ts";

/** Figures of which a drive's course is told. */
export const TREND_METRICS = ["iops", "bytesPerSecond", "latencyNsMean", "latencyNsP50", "latencyNsP99"] as const;

export const trendInput = z.object({
  driveId: z.uuid(),
  /** SHA-256 of a plan's steps; the newest run's where it is left out, or the drive has none of it. */
  plan: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Key of a load; the first that was measured where it is left out, or the plan has none of it. */
  load: z.string().max(2000).optional(),
  metric: z.enum(TREND_METRICS).default("iops"),
});

/** A drive's runs among which plans are looked for, and of one plan those that are read: the newest. */
const runsLimit = { ofDrive: 2000, ofPlan: 100 };
/** The other drives of a model that a drive is held against, and the newest runs among which theirs are looked for. */
const kindLimit = { runsLimit: 2000, drivesLimit: 101 };
/** Points of one run. */
const placesLimit = 4096;
const loadsLimit = 256;

export interface TrendLoad {
  readonly key: string;
  readonly words: string;
}

export interface Trend {
  readonly plans: readonly PlanOfDrive[];
  /** What is shown; undefined where there is no complete run with results. */
  readonly chosen: { readonly plan: PlanOfDrive; readonly load: TrendLoad } | undefined;
  readonly loads: readonly TrendLoad[];
  readonly metric: ComparedMetric;
  readonly better: "higher" | "lower";
  /** The oldest first; those with the figure. */
  readonly runs: readonly { readonly runId: string; readonly at: Date; readonly value: number }[];
  /** Runs of the plan that were looked at and lack the figure. */
  readonly without: number;
  readonly changes: Changes;
  /** The newest run against the newest one of each other drive of this model. */
  readonly kind: ForItsKind;
  readonly model: string;
  /** The drive and its kind as series of a comparison. */
  readonly series: readonly string[];
}

/** How the runs of one plan on a drive went, and how it stands among the fleet's drives of its model, in one figure. */
export async function driveTrend(
  context: ServiceContext,
  { driveId, plan: wantedPlan, load: wantedLoad, metric }: z.infer<typeof trendInput>,
): Promise<Trend> {
  requireRight(context, "benchmark.view");
  const { db } = context;
  const drive = await db.drive.findUnique({ where: { id: driveId }, select: { model: true } });
  if (drive === null) throw new ServiceError("notFound", "There is no such drive.");
  const { model } = drive;
  const plans = await plansOfDrive(db, driveId, runsLimit.ofDrive);
  const plan = plans.find((each) => each.plan === wantedPlan) ?? plans[0];
  const newest = plan === undefined ? [] : await runsOfPlan(db, driveId, plan.plan, runsLimit.ofPlan);
  const loads = newest[0] === undefined ? [] : await loadsOf(db, newest[0].runId);
  const load = loads.find(({ key }) => key === wantedLoad) ?? loads[0];
  const better = isHigherBetter(metric) ? "higher" : "lower";
  const about = { plans, loads: loads.map(({ key, words }) => ({ key, words })), metric, better, model } as const;
  if (plan === undefined || load === undefined) {
    const [changes, kind] = [changesOf([]), forItsKind(0, [], better)];
    return { ...about, chosen: undefined, runs: [], without: newest.length, changes, kind, series: [] };
  }
  const others = (await newestRunOfEachDrive(db, model, plan.plan, kindLimit)).filter((run) => run.driveId !== driveId);
  const runIds = [...newest, ...others].map(({ runId }) => runId);
  const values = await valuesOfRuns(db, runIds, { ...load, metric });
  const runs = valued(newest, values).toReversed();
  return {
    ...about,
    chosen: { plan, load: { key: load.key, words: load.words } },
    runs: runs.map(({ runId, requestedAt: at, value }) => ({ runId, at, value })),
    without: newest.length - runs.length,
    changes: changesOf(runs.map(({ value }) => value)),
    kind: kindOf(runs.at(-1)?.value, valued(others, values), better),
    series: [
      seriesText({ kind: "drive", driveId, plan: plan.plan, pick: "latest" }),
      seriesText({ kind: "group", by: "model", value: model, plan: plan.plan }),
    ],
  };
}

function valued(runs: readonly TrendRun[], values: ReadonlyMap<string, number>) {
  return runs.flatMap((run) => {
    const value = values.get(run.runId);
    return value === undefined ? [] : [{ ...run, value }];
  });
}

function kindOf(own: number | undefined, others: readonly { value: number }[], better: "higher" | "lower"): ForItsKind {
  if (own === undefined) return { kind: "tooLittle", of: "runs", needs: 1, has: 0 };
  return forItsKind(
    own,
    others.map(({ value }) => value),
    better,
  );
}

interface FoundLoad extends TrendLoad {
  readonly load: MeasuredLoad;
  readonly direction: ComparedDirection;
}

/** The loads that a run measured to their end, in the order of measuring; of a mix reads, writes and both together. */
async function loadsOf(db: Database, runId: string): Promise<FoundLoad[]> {
  const places = await measuredPlaces(db, [runId], placesLimit);
  const run = (await readRuns(db, [runId])).get(runId);
  if (run === undefined) return [];
  const points = choosePoints(places, roundsOf(run, places), {}).filter((point) => point.places.length > 0);
  const found = new Map<string, FoundLoad>();
  for (const { load } of points) {
    for (const direction of directionsOf(load)) {
      const key = `${exactKey(load)}~${direction}`;
      const words = wordsOf(load, direction, points);
      if (!found.has(key)) found.set(key, { key, words, load, direction });
    }
  }
  return [...found.values()].slice(0, loadsLimit);
}

function directionsOf({ workload: { readPercent } }: MeasuredLoad): readonly ComparedDirection[] {
  if (readPercent === 100) return ["read"];
  return readPercent === 0 ? ["write"] : ["read", "write", "both"];
}

const directionWords = { read: "reads", write: "writes", both: "reads and writes" } as const;

/** With the direction of a mix, and how long it was measured where the run did so for other times, too. */
function wordsOf(
  load: MeasuredLoad,
  direction: ComparedDirection,
  all: readonly { readonly load: MeasuredLoad }[],
): string {
  const words = describeWorkload(load.workload);
  const alike = all.filter((other) => describeWorkload(other.load.workload) === words);
  const length = new Set(alike.map((other) => other.load.length.key)).size > 1 ? `, ${load.length.words}` : "";
  return `${words}${length}${directionsOf(load).length > 1 ? `: ${directionWords[direction]}` : ""}`;
}
