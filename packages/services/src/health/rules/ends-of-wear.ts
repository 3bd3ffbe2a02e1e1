import { findDriveModel } from "@crosspoint/catalog";
import type { Database } from "@crosspoint/db";
import { countReplacements, type ReplacementCount } from "@crosspoint/db/queries/count-replacements";
import type { ServiceContext } from "../../context.ts";
import { monthName, monthStart, monthsAhead, monthsToCome } from "./months.ts";
import { type WearEndChoice, wearEndChoices } from "./wear-ends.ts";

/** Models, or groups, times months and kinds: a fleet has some hundred models at most. */
const rowsLimit = 20_000;
const groupsLimit = 200;

export interface ReplacementShare {
  /** A model number, or a group's id. */
  readonly key: string;
  readonly count: number;
}

export interface Replacement {
  /** As the drives list is filtered by it: a month such as "2026-11", or what is no month. */
  readonly ends: WearEndChoice;
  /** All drives. */
  readonly count: number;
  /** The most first. By group they are of drives that are in one; a drive in two counts in both. */
  readonly shares: readonly ReplacementShare[];
}

/** How many drives are likely to reach the end of their rating, or the limit of their model, in each of the next 24 months. */
export interface EndsOfWear {
  /** Those past their limit, this month and those after it, 24 in all, later, and those of which nobody can say yet. */
  readonly ends: readonly Replacement[];
  /** Those that have a share, the most drives within the months first. */
  readonly of: readonly { readonly key: string; readonly name: string }[];
}

/** As they are now. All drives and their wear are read. */
export async function endsOfWear(
  { db, now }: Pick<ServiceContext, "db" | "now">,
  by: "model" | "group",
): Promise<EndsOfWear> {
  const bounds = [...monthsToCome(now), monthStart(now, monthsAhead)];
  const [rows, names] = await Promise.all([countReplacements(db, by, { bounds, limit: rowsLimit }), namesOf(db, by)]);
  const byEnd = Map.groupBy(rows, (row) => endOf(row, bounds));
  const ends = wearEndChoices(now).map((choice) => replacement(choice, byEnd.get(choice) ?? []));
  const soon = new Map<string, number>();
  for (const { ends: choice, shares } of ends) {
    const counts = choice !== "later" && choice !== "notEnoughData";
    for (const { key, count } of shares) soon.set(key, (soon.get(key) ?? 0) + (counts ? count : 0));
  }
  const keys = [...soon].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return { ends, of: keys.map(([key]) => ({ key, name: names(key) })) };
}

/** A date that has passed counts as this month. */
function endOf({ month, kind }: ReplacementCount, bounds: readonly Date[]): WearEndChoice {
  if (kind === "reached") return "reached";
  if (kind === "beyond") return "later";
  if (kind !== "forecast") return "notEnoughData";
  const begins = month === null || month >= bounds.length ? undefined : bounds[Math.max(month, 1) - 1];
  return begins === undefined ? "later" : monthName(begins);
}

function replacement(ends: WearEndChoice, rows: readonly ReplacementCount[]): Replacement {
  const shares = new Map<string, number>();
  for (const { key, count } of rows) if (key !== null) shares.set(key, (shares.get(key) ?? 0) + count);
  const totals = rows.some(({ key }) => key === null) ? rows.filter(({ key }) => key === null) : rows;
  return {
    ends,
    count: totals.reduce((sum, { count }) => sum + count, 0),
    shares: [...shares].map(([key, count]) => ({ key, count })).toSorted((a, b) => b.count - a.count),
  };
}

async function namesOf(db: Database, by: "model" | "group"): Promise<(key: string) => string> {
  if (by === "model") return (model) => findDriveModel(model)?.model.name ?? model;
  const groups = await db.fleetGroup.findMany({ select: { id: true, name: true }, take: groupsLimit });
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
