import type { Database } from "@crosspoint/db";
import { type DriveRecord, findDrives } from "@crosspoint/db/queries/find-drives";
import { findLongestWrong, type WrongRecord } from "@crosspoint/db/queries/longest-wrong";
import { HEALTH_RULES, type Severity, VERDICTS_IN_NEED, verdictRank } from "@crosspoint/domain";
import type { OpenWindow } from "../../maintenance/rules/in-maintenance.ts";

/**
 * Drives that need attention, the worst verdict first, and of one verdict those that have been so bad the longest: by the
 * oldest condition that makes them so. Of one moment they are in the order of the rules, then the worse figure comes first.
 * Those without such a condition come last of their verdict, by serial.
 */
export async function mostUrgent(db: Database, windows: readonly OpenWindow[], limit: number): Promise<DriveRecord[]> {
  const verdictRanks = VERDICTS_IN_NEED.map(verdictRank);
  const sort = { column: "verdict", descending: false } as const;
  const page = { after: undefined, limit, few: false };
  const [ids, anyhow] = await Promise.all([
    longestWrong(db, windows, limit),
    findDrives(db, { verdictRanks, notOf: windows }, sort, page),
  ]);
  const found = ids.length === 0 ? [] : await findDrives(db, { verdictRanks, driveIds: ids }, sort, page);
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: DriveRecord) => places.get(id) ?? ids.length;
  return [...new Map([...anyhow, ...found].map((drive) => [drive.id, drive])).values()]
    .toSorted((a, b) => a.verdictRank - b.verdictRank || placeOf(a) - placeOf(b))
    .slice(0, limit);
}

const needed = VERDICTS_IN_NEED.filter((verdict) => verdict !== "good");

async function longestWrong(db: Database, windows: readonly OpenWindow[], limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (const verdict of needed) {
    if (ids.length >= limit) break;
    ids.push(...(await longestOf(db, verdict, windows, limit)));
  }
  return ids.slice(0, limit);
}

/** One rule has one open condition of a drive at most: so many conditions are of as many drives as are asked for. */
async function longestOf(db: Database, verdict: Severity, windows: readonly OpenWindow[], limit: number) {
  const wrong = await findLongestWrong(db, { verdict, windows, limit: limit * HEALTH_RULES.length });
  const firstOf = new Map<string, WrongRecord>();
  for (const one of wrong.toSorted(byAge)) if (!firstOf.has(one.driveId)) firstOf.set(one.driveId, one);
  return [...firstOf.keys()].slice(0, limit);
}

const rules: ReadonlyMap<string, { readonly place: number; readonly holds: (typeof HEALTH_RULES)[number]["holds"] }> =
  new Map(HEALTH_RULES.map(({ id, holds }, place) => [id, { place, holds }]));

function byAge(a: WrongRecord, b: WrongRecord): number {
  return a.since.getTime() - b.since.getTime() || placeOf(a) - placeOf(b) || badness(b) - badness(a) || bySerial(a, b);
}

/** A rule that this version does not have comes last. */
function placeOf({ rule }: WrongRecord): number {
  return rules.get(rule)?.place ?? rules.size;
}

/** The larger the worse; only of one rule. */
function badness({ rule, value }: WrongRecord): number {
  return (rules.get(rule)?.holds === "below" ? -1 : 1) * (value ?? 0);
}

function bySerial(a: WrongRecord, b: WrongRecord): number {
  if (a.serial === b.serial) return 0;
  return a.serial < b.serial ? -1 : 1;
}
