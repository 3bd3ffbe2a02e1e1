import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { expectedLifecycles } from "./match-drives.ts";

/** How many drives share a month in which they are likely to reach their limit, and a model or a group. */
export interface ReplacementCount {
  /** Of a forecast: in which of the months it ends, from 1; 0 is before the first of them, and beyond the last is after it. */
  readonly month: number | null;
  /** drive_wear's kind; notEnoughData also where nothing was computed so far. */
  readonly kind: string;
  /** A model, or a group's id; null for all drives. */
  readonly key: string | null;
  readonly count: number;
}

export interface ReplacementMonths {
  /** When each begins, ascending, and when the last one ends. */
  readonly bounds: readonly Date[];
  /** Most rows. */
  readonly limit: number;
}

/** All drives and their wear are read, once. A drive counts in each of its groups. */
export async function countReplacements(
  db: Database,
  by: "model" | "group",
  { bounds, limit }: ReplacementMonths,
): Promise<ReplacementCount[]> {
  return db.$queryRaw<ReplacementCount[]>`
    WITH ended AS (
      SELECT state.drive_id, state.model, coalesce(wear.kind, 'notEnoughData') AS kind,
        CASE WHEN wear.kind = 'forecast'
          THEN width_bucket(wear.likely_end, ${bounds.map((bound) => bound.toISOString())}::timestamptz[]) END AS month
      FROM drive_state AS state LEFT JOIN drive_wear AS wear ON wear.drive_id = state.drive_id
      WHERE state.lifecycle = ANY (${[...expectedLifecycles]}::drive_lifecycle[])
    )
    ${by === "model" ? byModel : byGroup}
    ORDER BY 1 NULLS LAST, 4 DESC, 3
    LIMIT ${limit}`;
}

const byModel = Prisma.sql`SELECT month, kind, model AS key, count(*)::int AS count FROM ended GROUP BY 1, 2, 3`;

const byGroup = Prisma.sql`
  SELECT month, kind, NULL AS key, count(*)::int AS count FROM ended GROUP BY 1, 2
  UNION ALL
  SELECT month, kind, member.group_id::text, count(*)::int
  FROM ended JOIN group_member AS member ON member.drive_id = ended.drive_id GROUP BY 1, 2, 3`;
