import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { expectedLifecycles } from "./match-drives.ts";

/** Drives that share a model, a firmware of a model, a group or a host, and a verdict other than good. */
export interface HealthCount {
  /** A model, a firmware, a group's or a host's id. */
  readonly key: string;
  /** The model of a firmware, the name of a group or a host. */
  readonly detail: string;
  /** All of them. */
  readonly drives: number;
  /** How many have which verdict, by its rank. */
  readonly ranks: readonly { readonly rank: number; readonly count: number }[];
}

export type HealthKind = "model" | "firmware" | "group" | "host";

export interface HealthBy {
  readonly kind: HealthKind;
  readonly goodRank: number;
  readonly limit: number;
}

/**
 * The models, firmwares, groups or hosts with the most drives that are not good first, then the largest. How many drives there are is
 * known; of those that are not good the rows are read, and of groups their members.
 */
export async function countHealthBy(db: Database, { kind, goodRank, limit }: HealthBy): Promise<HealthCount[]> {
  const rows = await db.$queryRaw<{ key: string; detail: string; drives: bigint; ranks: HealthCount["ranks"] }[]>`
    WITH bad AS (${kind === "group" ? badOfGroups(goodRank) : badOf(kind, goodRank)}),
    ranked AS (
      SELECT key, detail, sum(count) AS bad, jsonb_agg(jsonb_build_object('rank', rank, 'count', count) ORDER BY rank) AS ranks
      FROM bad GROUP BY key, detail
    ),
    whole AS (${kind === "group" ? sizesOfGroups : sizesOf(kind)})
    SELECT top.key, coalesce(host.hostname, top.detail) AS detail, top.drives, top.ranks
    FROM (
      SELECT whole.key, whole.detail, whole.drives, coalesce(ranked.bad, 0) AS bad, coalesce(ranked.ranks, '[]') AS ranks
      FROM whole LEFT JOIN ranked ON ranked.key = whole.key AND ranked.detail = whole.detail
      ORDER BY bad DESC, whole.drives DESC, whole.detail, whole.key
      LIMIT ${limit}
    ) AS top
    LEFT JOIN host ON host.id = CASE WHEN ${kind} = 'host' THEN top.key::uuid END
    ORDER BY top.bad DESC, top.drives DESC, top.detail, top.key`;
  return rows.map((row) => ({ ...row, drives: Number(row.drives) }));
}

const isExpected = Prisma.sql`state.lifecycle = ANY (${[...expectedLifecycles]}::drive_lifecycle[])`;

const keys = {
  model: [Prisma.sql`state.model`, Prisma.sql`''`],
  firmware: [Prisma.sql`state.firmware`, Prisma.sql`state.model`],
  host: [Prisma.sql`state.host_id::text`, Prisma.sql`''`],
} as const;

function badOf(kind: Exclude<HealthKind, "group">, goodRank: number): Prisma.Sql {
  const [key, detail] = keys[kind];
  return Prisma.sql`
    SELECT ${key} AS key, ${detail} AS detail, state.verdict_rank AS rank, count(*) AS count
    FROM drive_state AS state WHERE state.verdict_rank < ${goodRank} AND ${isExpected} GROUP BY 1, 2, 3`;
}

/** As the triggers count them. */
function sizesOf(kind: HealthKind): Prisma.Sql {
  return Prisma.sql`
    SELECT value AS key, detail, sum(delta)::bigint AS drives FROM drive_count WHERE kind = ${kind}
    GROUP BY value, detail HAVING sum(delta) > 0`;
}

function badOfGroups(goodRank: number): Prisma.Sql {
  return Prisma.sql`
    SELECT member.group_id::text AS key, team.name AS detail, state.verdict_rank AS rank, count(*) AS count
    FROM group_member AS member JOIN fleet_group AS team ON team.id = member.group_id
    JOIN drive_state AS state ON state.drive_id = member.drive_id
    WHERE state.verdict_rank < ${goodRank} AND ${isExpected} GROUP BY 1, 2, 3`;
}

const sizesOfGroups = Prisma.sql`
  SELECT team.id::text AS key, team.name AS detail, count(*) AS drives
  FROM fleet_group AS team JOIN group_member AS member ON member.group_id = team.id
  JOIN drive_state AS state ON state.drive_id = member.drive_id
  WHERE ${isExpected} GROUP BY 1, 2`;
