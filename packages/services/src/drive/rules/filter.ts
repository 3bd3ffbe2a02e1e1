import type { DriveGroup } from "@crosspoint/db/queries/count-drives";
import { type DriveFilter, listedLifecycles } from "@crosspoint/db/queries/match-drives";
import { VERDICTS, verdictRank } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { firmwaresOfNotices } from "../../health/rules/firmware-patterns.ts";
import { ruleName } from "../../health/rules/rule-name.ts";
import { wearEndChoice, wearEndRange } from "../../health/rules/wear-ends.ts";
import { type OpenWindow, openWindows } from "../../maintenance/rules/in-maintenance.ts";
import { freshSince, kelvinRange } from "./readings.ts";

const maxChoices = 200;

/** Both ends included. */
function wholeRange(least: number, most: number) {
  const end = z.int().min(least).max(most);
  return z.object({ from: end, to: end.optional() });
}

/** What a list of drives can be filtered by. */
export const driveFilterShape = {
  search: z.string().trim().max(100).optional(),
  verdicts: z.array(z.enum(VERDICTS)).max(VERDICTS.length).optional(),
  models: z.array(z.string().max(64)).max(maxChoices).optional(),
  firmwares: z.array(z.string().max(64)).max(maxChoices).optional(),
  /** As PostgreSQL writes them, for the counts are kept by this text. */
  hostIds: z.array(z.uuid().toLowerCase()).max(maxChoices).optional(),
  /** Left out: in service, or a spare. */
  lifecycles: z.array(z.enum(listedLifecycles)).max(listedLifecycles.length).optional(),
  tags: z.array(z.string().max(40)).max(maxChoices).optional(),
  groupIds: z.array(z.uuid().toLowerCase()).max(maxChoices).optional(),
  /** With a model and a firmware that any of these notices on firmware is about. */
  noticeIds: z.array(z.string().max(100)).max(maxChoices).optional(),
  contested: z.literal(true).optional(),
  /** That any of these maintenance windows is about, while it is open. */
  maintenanceIds: z.array(z.uuid().toLowerCase()).max(maxChoices).optional(),
  /** With an open condition of any of these rules. */
  rules: z.array(ruleName).max(maxChoices).optional(),
  /** By when they are likely to reach the limit of their wear. */
  wearEnds: z.array(wearEndChoice).max(maxChoices).optional(),
  percentageUsed: wholeRange(0, 255).optional(),
  /** As told within the last hour. */
  celsius: wholeRange(-273, 1000).optional(),
};
const driveFilter = z.object(driveFilterShape);

/** Most drives that are picked one by one; more are selected by what they have in common. */
export const pickedLimit = 500;

/** Some drives: by their ids, or all that a filter lets through but for a few. */
export const driveSelection = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("drives"), driveIds: z.array(z.uuid().toLowerCase()).min(1).max(pickedLimit) }),
  z.object({
    kind: z.literal("matches"),
    filter: driveFilter,
    exceptIds: z.array(z.uuid().toLowerCase()).max(pickedLimit).default([]),
  }),
]);
export type DriveSelection = z.infer<typeof driveSelection>;

/** The filter in the words of the database, as it is at a time. */
export async function filterOf(
  { db, now }: Pick<ServiceContext, "db" | "now">,
  asked: z.infer<typeof driveFilter>,
): Promise<DriveFilter> {
  const { search, verdicts, models, firmwares, hostIds, lifecycles, tags, groupIds } = asked;
  const { noticeIds, contested, maintenanceIds, rules, wearEnds, percentageUsed, celsius } = asked;
  return {
    ...{ search, verdictRanks: verdicts?.map(verdictRank), models, firmwares, hostIds, lifecycles, tags, groupIds },
    ...{ contested, rules, wearEnds: wearEnds?.map((choice) => wearEndRange(choice, now)), percentageUsed },
    maintained: maintenanceIds?.length ? await openOf({ db, now }, maintenanceIds) : undefined,
    modelFirmwares: noticeIds?.length ? await firmwaresOfNotices(db, noticeIds) : undefined,
    temperature: celsius && { ...kelvinRange(celsius), sampledSince: freshSince(now) },
  };
}

async function openOf({ db, now }: Pick<ServiceContext, "db" | "now">, ids: readonly string[]): Promise<OpenWindow[]> {
  return (await openWindows(db, now)).filter(({ id }) => ids.includes(id));
}

export async function filterOfSelection(
  context: Pick<ServiceContext, "db" | "now">,
  selection: DriveSelection,
): Promise<DriveFilter> {
  if (selection.kind === "drives") return { driveIds: selection.driveIds, lifecycles: listedLifecycles };
  return { ...(await filterOf(context, selection.filter)), exceptIds: selection.exceptIds };
}

export type FilteredKind = Exclude<DriveGroup["kind"], "all">;

export interface FilteredGroup {
  readonly kind: FilteredKind;
  readonly values: readonly string[];
}

/** The properties that it filters by, of which all drives are counted already. */
export function countedGroups(filter: DriveFilter): FilteredGroup[] {
  const groups: FilteredGroup[] = [
    { kind: "verdict", values: filter.verdictRanks?.map(String) ?? [] },
    { kind: "model", values: filter.models ?? [] },
    { kind: "firmware", values: filter.firmwares ?? [] },
    { kind: "host", values: filter.hostIds ?? [] },
    { kind: "lifecycle", values: filter.lifecycles ?? [] },
    { kind: "tag", values: filter.tags ?? [] },
  ];
  return groups.filter(({ values }) => values.length > 0);
}

/** Whether it asks for something that is not counted already. */
export function asksForMore(filter: DriveFilter): boolean {
  return Boolean(filter.search) || (filter.groupIds?.length ?? 0) > 0 || asksUncounted(filter);
}

/** Whether it asks for what nobody keeps count of, and no index finds: how drives are, how worn, and who else lists them. */
export function asksUncounted(filter: DriveFilter): boolean {
  const { contested, rules, wearEnds, modelFirmwares, maintained, percentageUsed, temperature } = filter;
  const lists = [rules, wearEnds].some((each) => each !== undefined && each.length > 0);
  const others = [modelFirmwares, maintained, percentageUsed, temperature];
  return contested === true || lists || others.some((each) => each !== undefined);
}

const properties = {
  verdict: "verdictRanks",
  model: "models",
  firmware: "firmwares",
  host: "hostIds",
  lifecycle: "lifecycles",
  tag: "tags",
  group: "groupIds",
} as const satisfies Record<FilteredKind, keyof DriveFilter>;

/** The same filter without one of its properties. Without a lifecycle it lets through drives of each. */
export function without(filter: DriveFilter, kind: FilteredKind): DriveFilter {
  return { ...filter, [properties[kind]]: kind === "lifecycle" ? listedLifecycles : undefined };
}
