import type { Database, Drive, Transaction } from "@crosspoint/db";
import type { MergedCounts } from "@crosspoint/db/queries/merge-rows";
import { openCommandStates, openRunStates } from "../../command/rules/open-work.ts";
import { ServiceError } from "../../errors.ts";

/** Of one record: samples of a year each minute, with their hours and days. */
export const mergedRowsLimit = 1_000_000;
/** Runs, places, conditions and commands, which move in one transaction. */
const movedLimit = 20_000;

export type MergingDrive = Drive & {
  readonly sightings: readonly { readonly host: { readonly hostname: string } }[];
  readonly claims: readonly { readonly host: { readonly hostname: string } }[];
  readonly reading: { readonly sampledAt: Date | null } | null;
};

export interface MergePair {
  readonly away: MergingDrive;
  readonly into: MergingDrive;
}

export async function readPair(db: Database | Transaction, awayId: string, intoId: string): Promise<MergePair> {
  if (awayId === intoId) throw new ServiceError("invalid", "These are one record.", { remedy: "Choose another one." });
  const host = { select: { hostname: true } } as const;
  const found = await db.drive.findMany({
    where: { id: { in: [awayId, intoId] } },
    take: 2,
    include: {
      reading: { select: { sampledAt: true } },
      sightings: { where: { endedAt: null }, include: { host } },
      claims: { where: { dismissedAt: null }, include: { host } },
    },
  });
  const [away, into] = [found.find(({ id }) => id === awayId), found.find(({ id }) => id === intoId)];
  if (away !== undefined && into !== undefined) return { away, into };
  throw new ServiceError("notFound", `There is no drive ${away === undefined ? awayId : intoId}.`);
}

/** Why they cannot be made one; each says what to do. */
export async function mergeBlockers(
  db: Database | Transaction,
  { away, into }: MergePair,
  counts: MergedCounts,
): Promise<string[]> {
  const name = ({ model, serial }: Drive) => `${model} ${serial}`;
  const blockers: string[] = [];
  for (const each of [away, into]) {
    if (each.lifecycle === "merged") blockers.push(`${name(each)} was merged into another record. Unmerge it first.`);
  }
  const [place] = [...away.sightings, ...away.claims];
  if (place !== undefined) {
    const both = into.sightings.length > 0 ? " A record that is reported while the other is, is another drive." : "";
    blockers.push(`${name(away)} is listed by ${place.host.hostname}.${both}`);
  } else if (heardAt(away) > heardAt(into)) {
    blockers.push(`${name(away)} was heard of after ${name(into)}. Merge ${name(into)} into ${name(away)} instead.`);
  }
  if (counts.rows > mergedRowsLimit) blockers.push(`${name(away)} has more than a million rows of history.`);
  if (counts.runs + counts.sightings + counts.conditions + counts.commands > movedLimit) {
    blockers.push(`${name(away)} has more than ${movedLimit} runs, places, conditions and commands.`);
  }
  return [...blockers, ...(await openWork(db, away)), ...(await otherMerges(db, { away, into }))];
}

function heardAt({ lastSeenAt, reading }: MergingDrive): number {
  return Math.max(lastSeenAt.getTime(), reading?.sampledAt?.getTime() ?? 0);
}

async function openWork(db: Database | Transaction, { id, model, serial }: Drive): Promise<string[]> {
  const run = await db.benchmarkRun.findFirst({
    where: { drives: { some: { driveId: id } }, state: { in: ["queued", ...openRunStates] } },
    select: { planName: true },
  });
  const command = await db.command.findFirst({
    where: { driveId: id, state: { in: [...openCommandStates] } },
    select: { id: true },
  });
  const what = run === null ? (command === null ? undefined : "A command") : `A run of ${run.planName}`;
  return what === undefined ? [] : [`${what} waits for ${model} ${serial}. Cancel it, or wait for its end.`];
}

async function otherMerges(db: Database | Transaction, { away, into }: MergePair): Promise<string[]> {
  const ids = [away.id, into.id];
  const merge = await db.driveMerge.findFirst({
    where: { state: { in: ["merging", "unmerging"] }, OR: [{ awayId: { in: ids } }, { intoId: { in: ids } }] },
    select: { id: true },
  });
  return merge === null ? [] : ["Another merge of one of the records is in progress. Wait for its end."];
}
