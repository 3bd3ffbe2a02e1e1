import { type Verdict, verdictOfRank } from "@crosspoint/domain";
import { dayMs } from "@crosspoint/domain/rollup";
import type { ServiceContext } from "../../context.ts";

const trendDays = 7;

/** How many drives had each verdict at the end of a day. */
export interface EarlierCounts {
  /** "2026-11-14", in UTC. */
  readonly day: string;
  readonly byVerdict: readonly { readonly verdict: Verdict; readonly count: number }[];
}

/** The day a week ago; as long as there are fewer, the first one. */
export async function earlierCounts({ db, now }: ServiceContext): Promise<EarlierCounts | undefined> {
  const [since, today] = [dayOf(now, trendDays), dayOf(now, 0)];
  const first = await db.fleetDay.findFirst({
    where: { day: { gte: since, lt: today } },
    orderBy: { day: "asc" },
    select: { day: true },
  });
  if (first === null) return undefined;
  const rows = await db.fleetDay.findMany({ where: { day: first.day }, orderBy: { verdictRank: "asc" } });
  return {
    day: first.day.toISOString().slice(0, 10),
    byVerdict: rows.map(({ verdictRank, drives }) => ({ verdict: verdictOfRank(verdictRank), count: drives })),
  };
}

/** The day that was so many days before, in UTC. */
export function dayOf(now: Date, daysBefore: number): Date {
  return new Date(Math.floor(now.getTime() / dayMs - daysBefore) * dayMs);
}
