import { publishedResults } from "@crosspoint/catalog";
import { type GroupOfPlan, modelGroups, tagGroups } from "@crosspoint/db/queries/compared-groups";
import { seriesText } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { productNameOf } from "../drive/rules/product-name.ts";
import { requireRight } from "../rights.ts";
import { runsMatching } from "../run/rules/search.ts";
import { targetName } from "../run/rules/target-name.ts";
import { modelIdOf } from "./rules/compared-runs.ts";
import { sourceName, statementsOf } from "./rules/published-series.ts";

export const choicesInput = z.object({
  kind: z.enum(["run", "drive", "group", "published"]),
  /** Parts of a drive's name, its product's, a host's, a tag or a publisher. */
  search: z.string().max(100).optional(),
});

/** Most choices of one answer; a search reaches the others. */
const choicesLimit = 50;

/** What can be compared as one series. */
export interface SeriesOffer {
  /** As a URL names it. */
  readonly series: string;
  readonly name: string;
  /** Host and time of a run, plan of a drive or a group, publisher. */
  readonly detail: string;
  /** Measured points, or figures of a source. Of several runs, how many runs. */
  readonly count: number;
  readonly counted: "points" | "runs" | "figures";
  readonly plan?: string;
  /** Of the newest run. */
  readonly at?: Date;
  /** What it stands under in a list. */
  readonly heading: string;
}

export interface SeriesOffers {
  readonly items: readonly SeriesOffer[];
  readonly more: boolean;
}

/** What a comparison can be made of, the newest first. */
export async function listChoices(
  context: ServiceContext,
  { kind, search = "" }: z.infer<typeof choicesInput>,
): Promise<SeriesOffers> {
  requireRight(context, "benchmark.view");
  requireRight(context, "catalog.view");
  switch (kind) {
    case "run":
      return limited(await runOffers(context, search));
    case "drive":
      return limited(await driveOffers(context, search));
    case "group":
      return limited(await groupOffers(context, search));
    case "published":
      return limited(publishedOffers(search));
  }
}

function limited(items: readonly SeriesOffer[]): SeriesOffers {
  return { items: items.slice(0, choicesLimit), more: items.length > choicesLimit };
}

const runColumns = {
  id: true,
  driveId: true,
  targetLabel: true,
  model: true,
  planId: true,
  planName: true,
  planHash: true,
  requestedAt: true,
  hostname: true,
  host: { select: { hostname: true } },
} as const;
const withResults = { points: { some: { purpose: "measure", directions: { some: {} } } } } as const;

async function runOffers({ db }: ServiceContext, search: string): Promise<SeriesOffer[]> {
  const runs = await db.benchmarkRun.findMany({
    where: { ...withResults, ...runsMatching(search) },
    select: { ...runColumns, _count: { select: { points: { where: { purpose: "measure", state: "complete" } } } } },
    orderBy: [{ requestedAt: "desc" }, { id: "asc" }],
    take: choicesLimit + 1,
  });
  return runs.map((run) => ({
    series: seriesText({ kind: "run", runId: run.id }),
    name: targetName(run),
    detail: `${run.host?.hostname ?? run.hostname}, ${run.planName}`,
    count: run._count.points,
    counted: "points",
    plan: run.planName,
    at: run.requestedAt,
    heading: targetName(run),
  }));
}

/** Drives by plan: the latest run stands for them, and where there are several, the best one is another choice. */
async function driveOffers({ db }: ServiceContext, search: string): Promise<SeriesOffer[]> {
  const groups = await db.benchmarkRun.groupBy({
    by: ["driveId", "planHash"],
    where: { driveId: { not: null }, state: "complete", ...withResults, ...runsMatching(search) },
    _count: { _all: true },
    _max: { requestedAt: true },
    orderBy: { _max: { requestedAt: "desc" } },
    take: choicesLimit + 1,
  });
  const newest = await db.benchmarkRun.findMany({
    where: {
      OR: groups.map(({ driveId, planHash, _max }) => ({
        driveId,
        planHash,
        requestedAt: _max.requestedAt ?? undefined,
      })),
    },
    select: runColumns,
    take: 2 * choicesLimit,
  });
  return groups.flatMap(({ driveId, planHash, _count }) => {
    const run = newest.find((each) => each.driveId === driveId && each.planHash === planHash);
    if (run === undefined || driveId === null) return [];
    const picks = _count._all > 1 ? (["latest", "best"] as const) : (["latest"] as const);
    return picks.map((pick) => ({
      series: seriesText({ kind: "drive", driveId, plan: planHash, pick }),
      name: targetName(run),
      detail: `${pick} run of ${run.planName}`,
      count: _count._all,
      counted: "runs" as const,
      plan: run.planName,
      at: run.requestedAt,
      heading: targetName(run),
    }));
  });
}

async function groupOffers({ db }: ServiceContext, search: string): Promise<SeriesOffer[]> {
  const [models, tags] = await Promise.all([modelGroups(db, groupsLimit), tagGroups(db, groupsLimit)]);
  const offers = [...byModel(models), ...tags.map((group) => groupOffer("tag", group.value, group.value, group))];
  return offers
    .filter(({ name, detail }) => hasWords(`${name} ${detail}`, search))
    .toSorted((a, b) => Number(b.at) - Number(a.at));
}

/** Models and tags by plan, of which the offers are chosen. */
const groupsLimit = 1000;

/** A model of the catalog has several model numbers. */
function byModel(models: readonly GroupOfPlan[]): SeriesOffer[] {
  const groups = Map.groupBy(models, ({ value, planHash }) => `${modelIdOf(value) ?? value} ${planHash}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const runs = own.reduce((sum, group) => sum + group.runs, 0);
    return [
      groupOffer("model", modelIdOf(first.value) ?? first.value, productNameOf(first.value) ?? first.value, {
        ...first,
        runs,
      }),
    ];
  });
}

function groupOffer(by: "model" | "tag", value: string, name: string, group: Omit<GroupOfPlan, "value">): SeriesOffer {
  return {
    series: seriesText({ kind: "group", by, value, plan: group.planHash }),
    name,
    detail: group.planName,
    count: group.runs,
    counted: "runs",
    plan: group.planName,
    at: group.requestedAt,
    heading: by === "model" ? "Models" : "Tags",
  };
}

function publishedOffers(search: string): SeriesOffer[] {
  const { rows, series } = publishedResults;
  const drives = new Map(
    [...rows, ...series].map(({ sourceId, drive }) => {
      const choice = { kind: "published", sourceId, drive: drive.name } as const;
      return [seriesText(choice), choice];
    }),
  );
  return [...drives].flatMap(([text, choice]) => {
    const name = choice.drive;
    const source = sourceName(choice.sourceId);
    const count = figuresIn(choice);
    const offer = { series: text, name, detail: source, count, counted: "figures" as const, heading: source };
    return hasWords(`${name} ${source}`, search) ? [offer] : [];
  });
}

function figuresIn(choice: { readonly sourceId: string; readonly drive: string }): number {
  const { rows, series, ratios } = statementsOf(choice);
  const inRows = rows.reduce((sum, { metrics }) => sum + metrics.length, 0);
  return inRows + series.reduce((sum, { points }) => sum + points.length, 0) + ratios.length;
}

function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
