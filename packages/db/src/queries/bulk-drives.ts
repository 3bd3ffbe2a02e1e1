import type { Database, Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { type DriveFilter, drivesWhere } from "./match-drives.ts";

/**
 * Notes the drives that a filter lets through as those of a bulk action, in the order of their serials: what matches later is
 * none of them. Returns how many, at most `limit`.
 */
export async function insertBulkDrives(
  tx: Transaction,
  bulkActionId: string,
  filter: DriveFilter,
  { few, limit }: { readonly few: boolean; readonly limit: number },
): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO bulk_action_drive (bulk_action_id, place, drive_id, model, serial)
    SELECT ${bulkActionId}::uuid, row_number() OVER (ORDER BY serial, drive_id), drive_id, model, serial
    FROM (SELECT state.drive_id, state.model, state.serial ${drivesWhere(filter, few)} LIMIT ${limit}) AS found`;
}

/** What the ids of its drives come to, each as a number of 128 bits, by exclusive or. */
export async function digestBulkDrives(tx: Transaction, bulkActionId: string): Promise<bigint> {
  const rows = await tx.$queryRaw<{ digest: string }[]>`
    SELECT lpad(to_hex(coalesce(bit_xor(('x' || left(hex, 16))::bit(64)::bigint), 0)), 16, '0')
      || lpad(to_hex(coalesce(bit_xor(('x' || right(hex, 16))::bit(64)::bigint), 0)), 16, '0') AS digest
    FROM (
      SELECT replace(drive_id::text, '-', '') AS hex FROM bulk_action_drive WHERE bulk_action_id = ${bulkActionId}::uuid
    ) AS noted`;
  return BigInt(`0x${rows[0]?.digest ?? "0"}`);
}

export interface TakenBulkAction {
  readonly id: string;
  readonly request: unknown;
  readonly requestedById: string | null;
  readonly requestedBy: string;
  readonly total: number;
  readonly processed: number;
  readonly batchLimit: number | null;
  readonly stalls: number;
  readonly stalledSince: Date | null;
  /** When it is to be tried again, since it was held up last. */
  readonly retryAt: Date | null;
}

/** The oldest that is not over and does not wait for another try; or the one that is named, which can be waited for. */
export type WhichBulkAction = { readonly now: Date } | { readonly id: string; readonly waits?: boolean };

/**
 * How long somebody who works on it is waited for: a worker that failed is on its way out, one that goes on notes that itself. As a limit
 * of statements, because a lock that is not had in time is a failure of the moment then, as any other statement that is too slow.
 */
const waitMost = "5s";

/** One that nobody else works on. It is this transaction's. */
export async function takeBulkAction(tx: Transaction, which: WhichBulkAction): Promise<TakenBulkAction | undefined> {
  const condition =
    "id" in which
      ? Prisma.sql`id = ${which.id}::uuid`
      : Prisma.sql`(retry_at IS NULL OR retry_at <= ${which.now.toISOString()}::timestamptz)`;
  const waits = "id" in which && which.waits === true;
  if (waits) await tx.$executeRaw`SELECT set_config('statement_timeout', ${waitMost}, true)`;
  const rows = await tx.$queryRaw<TakenBulkAction[]>`
    SELECT id, request, requested_by_id AS "requestedById", requested_by AS "requestedBy", total, processed,
      batch_limit AS "batchLimit", stalls, stalled_since AS "stalledSince", retry_at AS "retryAt"
    FROM bulk_action WHERE finished_at IS NULL AND ${condition} ORDER BY requested_at, id LIMIT 1
    FOR UPDATE ${waits ? Prisma.empty : Prisma.sql`SKIP LOCKED`}`;
  return rows[0];
}

export interface OverDrive {
  readonly place: number;
  readonly outcome: string;
  readonly reason: string;
  readonly commandId: string | null;
}

/** Notes what became of drives. */
export async function writeBulkOutcomes(
  tx: Transaction,
  bulkActionId: string,
  over: readonly OverDrive[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE bulk_action_drive AS drive SET outcome = now.outcome, reason = now.reason, command_id = now.command_id
    FROM unnest(
      ${over.map(({ place }) => place)}::int[],
      ${over.map(({ outcome }) => outcome)}::text[],
      ${over.map(({ reason }) => reason)}::text[],
      ${over.map(({ commandId }) => commandId)}::uuid[]
    ) AS now (place, outcome, reason, command_id)
    WHERE drive.bulk_action_id = ${bulkActionId}::uuid AND drive.place = now.place`;
}

/** The same of all that still wait. */
export async function endWaitingDrives(
  tx: Transaction,
  bulkActionId: string,
  { outcome, reason }: { readonly outcome: string; readonly reason: string },
): Promise<number> {
  return tx.$executeRaw`
    UPDATE bulk_action_drive SET outcome = ${outcome}, reason = ${reason}
    WHERE bulk_action_id = ${bulkActionId}::uuid AND outcome IS NULL`;
}

export interface BulkOutcomeGroup {
  readonly outcome: string;
  readonly reason: string;
  readonly count: number;
}

/** How many of its drives came to the same, the most first. */
export async function countBulkOutcomes(
  db: Database,
  bulkActionId: string,
  limit: number,
): Promise<BulkOutcomeGroup[]> {
  const rows = await db.$queryRaw<{ outcome: string; reason: string; count: bigint }[]>`
    SELECT outcome, reason, count(*) FROM bulk_action_drive
    WHERE bulk_action_id = ${bulkActionId}::uuid AND outcome IS NOT NULL
    GROUP BY outcome, reason ORDER BY count(*) DESC, outcome, reason LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
