import type { Database, Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { drivesFoundBy, type FoundGroup, hostsFoundBy } from "./group-members.ts";
import { hostnameNow } from "./match-drives.ts";

export interface GroupCount {
  readonly groupId: string;
  /** Drives by the rank of their verdict. */
  readonly verdictRank: number;
  readonly drives: number;
}

/** How many drives of each verdict groups have; without those that nobody expects any more. */
export async function countGroupDrives(db: Database, groupIds: readonly string[]): Promise<GroupCount[]> {
  const rows = await db.$queryRaw<{ groupId: string; verdictRank: number; drives: bigint }[]>`
    SELECT member.group_id AS "groupId", state.verdict_rank AS "verdictRank", count(*) AS drives
    FROM group_member AS member JOIN drive_state AS state ON state.drive_id = member.drive_id
    WHERE member.group_id = ANY (${groupIds}::uuid[]) AND state.lifecycle IN ('inService', 'spare')
    GROUP BY member.group_id, state.verdict_rank
    ORDER BY 1, 2`;
  return rows.map((row) => ({ ...row, drives: Number(row.drives) }));
}

export interface FoundByRule {
  readonly total: number;
  /** The first ones, by name. */
  readonly named: readonly string[];
}

/** What a rule finds now: drives by their serials, or hosts by their names. Nothing is written. */
export async function findByRule(
  db: Database | Transaction,
  group: FoundGroup,
  namedLimit: number,
): Promise<FoundByRule> {
  const found = group.kind === "hosts" && group.rule !== null ? hostsFoundBy(group.rule) : drivesFoundBy(group);
  const [row] = await db.$queryRaw<{ total: bigint; named: string[] }[]>`
    WITH found AS (${found})
    SELECT (SELECT count(*) FROM found) AS total,
      ARRAY(SELECT name FROM found ORDER BY name, id LIMIT ${namedLimit}) AS named`;
  return { total: Number(row?.total ?? 0), named: row?.named ?? [] };
}

export interface MemberRecord {
  readonly id: string;
  readonly model: string;
  readonly productName: string | null;
  readonly serial: string;
  readonly hostId: string | null;
  readonly hostname: string | null;
  readonly verdictRank: number;
  readonly lifecycle: "inService" | "spare" | "retired" | "replaced" | "merged";
}

export interface MemberPlace {
  readonly rank: number;
  readonly serial: string;
  readonly id: string;
}

/** Drives of a group behind a place, the most urgent first. */
export async function findGroupDrives(
  db: Database,
  groupId: string,
  { after, limit }: { readonly after: MemberPlace | undefined; readonly limit: number },
): Promise<MemberRecord[]> {
  const beyond =
    after === undefined
      ? Prisma.empty
      : Prisma.sql`AND (state.verdict_rank, state.serial, state.drive_id) > (${after.rank}, ${after.serial}, ${after.id}::uuid)`;
  return db.$queryRaw<MemberRecord[]>`
    SELECT state.drive_id::text AS id, state.model, state.product_name AS "productName", state.serial,
      state.host_id::text AS "hostId", ${hostnameNow} AS hostname, state.verdict_rank AS "verdictRank",
      state.lifecycle::text AS lifecycle
    FROM group_member AS member JOIN drive_state AS state ON state.drive_id = member.drive_id
    WHERE member.group_id = ${groupId}::uuid ${beyond}
    ORDER BY state.verdict_rank, state.serial, state.drive_id
    LIMIT ${limit}`;
}
