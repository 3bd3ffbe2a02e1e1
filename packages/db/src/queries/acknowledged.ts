import { HEALTH_RULES, VERDICTS } from "@crosspoint/domain";
import { Prisma } from "../generated/client/client.ts";

const rulesOf = (is: (rule: (typeof HEALTH_RULES)[number]) => boolean) => HEALTH_RULES.filter(is).map(({ id }) => id);
const bySeverity = rulesOf(({ worse }) => worse === "severity");
const byBits = rulesOf(({ worse }) => worse === "bits");
const byLess = rulesOf(({ worse, holds }) => worse === "figure" && holds === "below");

/**
 * Whether a row of drive_condition counts for its drive's verdict: nobody acknowledged it, or it got worse since. The same as
 * domain's isAcknowledged says of a condition that was read, the other way around.
 *
 * @param row the row's name in the statement.
 */
export function countsForVerdict(row: Prisma.Sql): Prisma.Sql {
  const figure = Prisma.sql`coalesce(${row}.total, ${row}.value)`;
  const until = Prisma.sql`${row}.acknowledged_until_value`;
  const rank = (severity: Prisma.Sql) => Prisma.sql`array_position(${[...VERDICTS]}::text[], ${severity})`;
  return Prisma.sql`(${row}.acknowledged_at IS NULL OR NOT coalesce(
    ${rank(Prisma.sql`${row}.severity`)} >= ${rank(Prisma.sql`${row}.acknowledged_severity`)}
    AND (${until} IS NULL OR ${figure} IS NULL OR CASE
      WHEN ${row}.rule = ANY (${bySeverity}::text[]) THEN true
      WHEN ${row}.rule = ANY (${byBits}::text[]) THEN ${figure}::bigint & ~ ${until}::bigint = 0
      WHEN ${row}.rule = ANY (${byLess}::text[]) THEN ${figure} >= ${until}
      ELSE ${figure} <= ${until} END), false))`;
}
