import { type DriveField, type GroupRule, type GroupTerm, likePattern } from "@crosspoint/domain/group";
import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";

/** One whose drives are found, not named: by a rule, or by the hosts that they are in. */
export type FoundGroup = { readonly id: string } & (
  | { readonly kind: "drives"; readonly rule: GroupRule }
  /** `null`: hosts are named by hand. */
  | { readonly kind: "hosts"; readonly rule: GroupRule | null }
);

/** Memberships are written by one transaction at a time; it is held until the transaction ends. Taken before any lock of a drive. */
export async function lockMemberships(tx: Transaction): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('group_member'))::text`;
}

/** Makes the hosts of a group those that its rule finds; of the hosts named alone, where some are. */
export async function refreshGroupHosts(
  tx: Transaction,
  { id, rule }: FoundGroup,
  hostIds?: readonly string[],
): Promise<void> {
  if (rule === null) return;
  const among = hostIds === undefined ? Prisma.sql`true` : Prisma.sql`host.id = ANY (${hostIds}::uuid[])`;
  await tx.$executeRaw`
    DELETE FROM group_host USING host
    WHERE group_id = ${id}::uuid AND host.id = group_host.host_id AND ${among} AND NOT ${whereOf(rule)}`;
  await tx.$executeRaw`
    INSERT INTO group_host (group_id, host_id) SELECT ${id}::uuid, found.id FROM (${hostsFoundBy(rule)}) AS found
    WHERE ${hostIds === undefined ? Prisma.sql`true` : Prisma.sql`found.id = ANY (${hostIds}::uuid[])`}
    ON CONFLICT DO NOTHING`;
}

/** Id and name of each host that a rule finds. */
export function hostsFoundBy(rule: GroupRule): Prisma.Sql {
  return Prisma.sql`SELECT host.id, host.hostname AS name FROM host WHERE ${whereOf(rule)}`;
}

/** Id and serial of each drive that a group finds. */
export function drivesFoundBy(group: FoundGroup): Prisma.Sql {
  return Prisma.sql`
    SELECT state.drive_id AS id, state.serial AS name
    FROM drive_state AS state LEFT JOIN host ON host.id = state.host_id
    WHERE ${belongsTo(group)}`;
}

/** Makes the drives of a group those that its rule finds, or that are in its hosts; of the drives named alone, where some are. */
export async function refreshGroupDrives(
  tx: Transaction,
  group: FoundGroup,
  driveIds?: readonly string[],
): Promise<void> {
  const { id } = group;
  const among = driveIds === undefined ? Prisma.sql`true` : Prisma.sql`state.drive_id = ANY (${driveIds}::uuid[])`;
  await tx.$executeRaw`
    DELETE FROM group_member USING drive_state AS state LEFT JOIN host ON host.id = state.host_id
    WHERE group_id = ${id}::uuid AND state.drive_id = group_member.drive_id AND ${among} AND NOT (${belongsTo(group)})`;
  await tx.$executeRaw`
    INSERT INTO group_member (group_id, drive_id)
    SELECT ${id}::uuid, found.id FROM (${drivesFoundBy(group)}) AS found
    WHERE ${driveIds === undefined ? Prisma.sql`true` : Prisma.sql`found.id = ANY (${driveIds}::uuid[])`}
    ON CONFLICT DO NOTHING`;
}

/** A drive that nobody expects any more belongs to none, unless the rule speaks of that. */
function belongsTo({ id, kind, rule }: FoundGroup): Prisma.Sql {
  if (kind === "hosts") {
    const isIn = Prisma.sql`SELECT FROM group_host WHERE group_id = ${id}::uuid AND group_host.host_id = state.host_id`;
    return Prisma.sql`${expected} AND EXISTS (${isIn})`;
  }
  const speaks = rule.terms.some(({ field }) => field === "lifecycle");
  return Prisma.sql`${speaks ? Prisma.sql`state.lifecycle <> 'merged'` : expected} AND ${whereOf(rule)}`;
}

const expected = Prisma.sql`state.lifecycle IN ('inService', 'spare')`;

function whereOf({ match, terms }: GroupRule): Prisma.Sql {
  // A rule without terms finds nothing.
  if (terms.length === 0) return Prisma.sql`false`;
  return Prisma.sql`(${Prisma.join(terms.map(termOf), match === "all" ? " AND " : " OR ")})`;
}

const columns: Record<Exclude<DriveField, "tag" | "hostTag">, Prisma.Sql> = {
  model: Prisma.sql`state.model`,
  productName: Prisma.sql`state.product_name`,
  firmware: Prisma.sql`state.firmware`,
  serial: Prisma.sql`state.serial`,
  lifecycle: Prisma.sql`state.lifecycle::text`,
  hostname: Prisma.sql`host.hostname`,
  rack: Prisma.sql`host.rack`,
  role: Prisma.sql`host.role`,
};

/** Never null: what nothing is known of fulfills no term. */
function termOf({ field, operator, values }: GroupTerm): Prisma.Sql {
  const asked = values.map((value) => (operator === "is" ? value : likePattern(value)).toLowerCase());
  const compare = (column: Prisma.Sql) =>
    operator === "is"
      ? Prisma.sql`lower(${column}) = ANY (${asked}::text[])`
      : Prisma.sql`lower(${column}) LIKE ANY (${asked}::text[])`;
  if (field !== "tag" && field !== "hostTag") return Prisma.sql`coalesce(${compare(columns[field])}, false)`;
  const tags = field === "tag" ? Prisma.sql`state.tags` : Prisma.sql`coalesce(host.tags, '{}')`;
  return Prisma.sql`EXISTS (SELECT FROM unnest(${tags}) AS tag WHERE ${compare(Prisma.sql`tag`)})`;
}

/** What changed since it was looked at last. */
export interface TakenMarks {
  readonly driveIds: readonly string[];
  readonly hostIds: readonly string[];
}

/** Takes at most `limit` marks; those of transactions that have not ended are not there yet. */
export async function takeGroupMarks(tx: Transaction, limit: number): Promise<TakenMarks & { readonly taken: number }> {
  const rows = await tx.$queryRaw<{ drive_id: string | null; host_id: string | null }[]>`
    WITH due AS (SELECT id FROM group_mark ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    DELETE FROM group_mark AS mark USING due WHERE mark.id = due.id
    RETURNING mark.drive_id::text, mark.host_id::text`;
  return {
    taken: rows.length,
    driveIds: [...new Set(rows.flatMap((row) => row.drive_id ?? []))],
    hostIds: [...new Set(rows.flatMap((row) => row.host_id ?? []))],
  };
}
