import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { hostnameNow } from "./match-drives.ts";

/** A condition that began or ended, with its drive. Figures are decimal text. */
export interface ChangedCondition {
  readonly change: "began" | "ended";
  readonly at: Date;
  readonly rule: string;
  readonly severity: string;
  readonly value: string | null;
  readonly threshold: string | null;
  readonly unit: string | null;
  readonly withinHours: number | null;
  readonly total: string | null;
  readonly driveId: string;
  readonly model: string;
  readonly productName: string | null;
  readonly serial: string;
  readonly hostId: string | null;
  readonly hostname: string | null;
}

/** The newest of each, by their indexes. */
export async function findRecentConditions(
  db: Database,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<ChangedCondition[]> {
  const newest = (change: ChangedCondition["change"], at: Prisma.Sql) => Prisma.sql`(
    SELECT ${change} AS change, ${at} AS at, condition.* FROM drive_condition AS condition
    WHERE ${at} >= ${since} ORDER BY ${at} DESC LIMIT ${limit})`;
  return db.$queryRaw<ChangedCondition[]>`
    SELECT changed.change, changed.at, changed.rule, changed.severity, changed.value::text, changed.threshold::text,
      changed.unit, changed.within_hours AS "withinHours", changed.total::text, changed.drive_id::text AS "driveId",
      state.model, state.product_name AS "productName", state.serial, state.host_id::text AS "hostId",
      ${hostnameNow} AS hostname
    FROM (
      ${newest("began", Prisma.sql`condition.since`)} UNION ALL ${newest("ended", Prisma.sql`condition.ended_at`)}
    ) AS changed JOIN drive_state AS state ON state.drive_id = changed.drive_id
    WHERE state.lifecycle <> 'merged'
    ORDER BY changed.at DESC, state.serial, changed.rule LIMIT ${2 * limit}`;
}
