import type { Database, Transaction } from "@crosspoint/db";
import { type CountedHistory, countHistory } from "@crosspoint/db/queries/removals";
import type { ServiceContext } from "../../context.ts";

/** What goes with a host or a drive, counted. */
export interface Lost extends CountedHistory {
  readonly drives: number;
  readonly runs: number;
  readonly commands: number;
  /** Saved comparisons and open shared links that name one of the runs or drives: they stay, and show what is gone as gone. */
  readonly comparisons: number;
  readonly shares: number;
}

export interface Losing {
  readonly driveIds: readonly string[];
  readonly runIds: readonly string[];
  readonly commands: number;
}

/** Most runs that one removal takes with it. */
export const runsLimit = 20_000;
/** Most comparisons that are looked through, the newest first. */
const comparisonsLimit = 5_000;
const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export async function countLost(
  { db, now }: Pick<ServiceContext, "db" | "now">,
  { driveIds, runIds, commands }: Losing,
): Promise<Lost> {
  const gone = new Set([...driveIds, ...runIds]);
  const [history, saved, shared] = await Promise.all([
    countHistory(db, driveIds),
    db.savedComparison.findMany({ select: { query: true }, orderBy: { updatedAt: "desc" }, take: comparisonsLimit }),
    db.comparisonShare.findMany({
      where: { revokedAt: null, expiresAt: { gt: now } },
      select: { compared: true },
      orderBy: { createdAt: "desc" },
      take: comparisonsLimit,
    }),
  ]);
  const names = (text: string) => text.match(idPattern)?.some((id) => gone.has(id)) ?? false;
  return {
    ...history,
    drives: driveIds.length,
    runs: runIds.length,
    commands,
    comparisons: saved.filter(({ query }) => names(query)).length,
    shares: shared.filter(({ compared }) => names(JSON.stringify(compared))).length,
  };
}

/** Runs that were measured on the host or worked on one of the drives, in the order of their ids. */
export async function runsOf(
  db: Database | Transaction,
  { hostId, driveIds }: { readonly hostId?: string; readonly driveIds: readonly string[] },
): Promise<string[]> {
  const ofDrives = { drives: { some: { driveId: { in: [...driveIds] } } } };
  const runs = await db.benchmarkRun.findMany({
    where: hostId === undefined ? ofDrives : { OR: [{ hostId }, ofDrives] },
    select: { id: true },
    orderBy: { id: "asc" },
    take: runsLimit,
  });
  return runs.map(({ id }) => id);
}
