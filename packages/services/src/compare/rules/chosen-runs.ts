import { driveModels, findDriveModel } from "@crosspoint/catalog";
import type { Database } from "@crosspoint/db";
import {
  completeRuns,
  latestRunOfEachDrive,
  modelsOfPlan,
  type PlanName,
  ratesOfRuns,
} from "@crosspoint/db/queries/compared-runs";
import { bestRun, type SeriesChoice } from "@crosspoint/domain";

/** Most runs of a group: with more the newest count, and the series says so. */
export const groupRunsLimit = 32;
/** Runs of a drive among which the best is looked for, the newest first. */
const bestOfLimit = 32;
const modelsLimit = 1000;
const ratesLimit = 100_000;

/** Which runs a choice stands for now, and how they were found, in words. */
export interface ChosenRuns {
  readonly runIds: readonly string[];
  readonly note?: string;
  /** What the group is called. */
  readonly name?: string;
}

type Drive = Extract<SeriesChoice, { kind: "drive" }>;
type Group = Extract<SeriesChoice, { kind: "group" }>;

/** The latest complete run of a plan on a drive, or the best one. */
export async function runsOfDrive(db: Database, { driveId, plan, pick }: Drive): Promise<ChosenRuns> {
  const runIds = await completeRuns(db, { driveId }, planNamed(plan), pick === "best" ? bestOfLimit : 1);
  if (pick === "latest" || runIds.length <= 1)
    return { runIds, note: "Latest complete run of this plan on this drive." };
  const best = bestRun(runIds, await ratesOfRuns(db, runIds, ratesLimit));
  return { runIds: [best.runId], note: bestWords(runIds.length, best.loads) };
}

function bestWords(runs: number, loads: number): string {
  if (loads === 0)
    return `Latest of ${runs} complete runs: they have no load in common by which one could be the best.`;
  const over = loads === 1 ? "its load" : `the ${loads} loads that all have`;
  return `Best of ${runs} complete runs: the highest geometric mean of IOPS over ${over}.`;
}

/** Every run with a tag, or the latest run of each drive of a model. */
export async function runsOfGroup(db: Database, { by, value, plan }: Group): Promise<ChosenRuns> {
  const named = planNamed(plan);
  if (by === "tag") {
    const found = await completeRuns(db, { tag: value }, named, groupRunsLimit + 1);
    return { name: value, ...limited(found, "complete runs with this tag") };
  }
  const name = driveModels.find(({ id }) => id === value)?.name ?? value;
  const models = (await modelsOfPlan(db, named, modelsLimit)).filter((model) => isModel(model, value));
  const found = await latestRunOfEachDrive(db, models, named, groupRunsLimit + 1);
  return { name, ...limited(found, "drives of this model, each by its latest complete run") };
}

function isModel(model: string, value: string): boolean {
  return model === value || findDriveModel(model)?.model.id === value;
}

function limited(found: readonly string[], what: string): ChosenRuns {
  const runIds = found.slice(0, groupRunsLimit);
  const count = found.length > groupRunsLimit ? `The newest ${groupRunsLimit} of the` : `All ${found.length}`;
  return { runIds, note: `${count} ${what}. Histograms are merged; rates are the mean of the runs.` };
}

function planNamed(plan: string): PlanName {
  return { plan, exceptNamedLike: "%, shortened to points of % s" };
}
