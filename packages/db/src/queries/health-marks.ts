import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import type { SqlRunner } from "../plain.ts";

/** Marks drives whose past is to be judged. Nobody who holds a drive's lock may add one: the worker locks in the other order. */
export async function addHealthMarks(tx: SqlRunner, driveIds: readonly string[]): Promise<void> {
  if (driveIds.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO health_mark AS mark (drive_id)
    SELECT DISTINCT drive_id FROM unnest(${driveIds}::uuid[]) AS changed (drive_id) ORDER BY drive_id
    -- One that is there is locked: nobody may take it for done before what this transaction changed can be seen.
    ON CONFLICT (drive_id) DO UPDATE SET drive_id = excluded.drive_id WHERE false`;
}

/** Which drives a change of thresholds or of the list of firmware is about. */
export type MarkedDrives =
  | { readonly kind: "all" }
  | { readonly kind: "model"; readonly model: string }
  | { readonly kind: "group"; readonly groupId: string }
  | { readonly kind: "drive"; readonly driveId: string };

export async function markDrives(tx: Transaction, which: MarkedDrives): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO health_mark AS mark (drive_id)
    SELECT drive_id FROM drive_state WHERE ${conditionOf(which)} ORDER BY drive_id
    ON CONFLICT (drive_id) DO UPDATE SET drive_id = excluded.drive_id WHERE false`;
}

function conditionOf(which: MarkedDrives): Prisma.Sql {
  switch (which.kind) {
    case "all":
      return Prisma.sql`true`;
    case "model":
      return Prisma.sql`model = ${which.model}`;
    case "group":
      return Prisma.sql`drive_id IN (SELECT drive_id FROM group_member WHERE group_id = ${which.groupId}::uuid)`;
    case "drive":
      return Prisma.sql`drive_id = ${which.driveId}::uuid`;
  }
}

/** Takes at most `limit` marks. What is read in a later statement contains all that led to them. */
export async function takeHealthMarks(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ drive_id: string }[]>`
    WITH due AS (SELECT drive_id FROM health_mark ORDER BY drive_id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    DELETE FROM health_mark AS mark USING due WHERE mark.drive_id = due.drive_id
    RETURNING mark.drive_id::text`;
  return rows.map((row) => row.drive_id);
}

/** Drives whose last hour is to be looked at, in the order of their ids. */
export async function findDrivesToLookAt(tx: Transaction, after: string, limit: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ drive_id: string }[]>`
    SELECT drive_id::text FROM drive_state WHERE look_again AND drive_id > ${after}::uuid ORDER BY drive_id LIMIT ${limit}`;
  return rows.map((row) => row.drive_id);
}

/** Marks the drives whose wear was not computed since then, or never. */
export async function markUnjudged(tx: Transaction, since: Date): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO health_mark AS mark (drive_id)
    SELECT state.drive_id FROM drive_state AS state
    LEFT JOIN drive_wear AS wear ON wear.drive_id = state.drive_id
    WHERE wear.computed_at IS NULL OR wear.computed_at < ${since}
    ORDER BY state.drive_id
    ON CONFLICT (drive_id) DO NOTHING`;
}
