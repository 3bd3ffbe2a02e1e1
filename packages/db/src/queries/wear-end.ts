import { Prisma } from "../generated/client/client.ts";

/** When drives are likely to reach the limit of their wear. */
export type WearEndRange =
  /** From a time on, itself included, up to another, itself left out; without the first, also those whose date has passed. */
  | { readonly kind: "forecast"; readonly from: Date | undefined; readonly to: Date }
  | { readonly kind: "reached" }
  /** From a time on, or never at their rate. */
  | { readonly kind: "later"; readonly from: Date }
  /** Nobody can say yet; also where nothing was computed so far. */
  | { readonly kind: "notEnoughData" };

/** Whether a drive, as `state`, ends in one of the ranges. */
export function endsWithin(ranges: readonly WearEndRange[]): Prisma.Sql {
  const known = ranges.flatMap((range) => (range.kind === "notEnoughData" ? [] : [ofWear(range)]));
  const conditions: Prisma.Sql[] = [];
  if (known.length > 0) {
    conditions.push(Prisma.sql`state.drive_id IN (
      SELECT wear.drive_id FROM drive_wear AS wear WHERE ${Prisma.join(known, " OR ")})`);
  }
  if (known.length < ranges.length) {
    conditions.push(Prisma.sql`state.drive_id NOT IN (
      SELECT wear.drive_id FROM drive_wear AS wear WHERE wear.kind IN ('forecast', 'reached', 'beyond'))`);
  }
  return Prisma.sql`(${Prisma.join(conditions, " OR ")})`;
}

function ofWear(range: Exclude<WearEndRange, { kind: "notEnoughData" }>): Prisma.Sql {
  switch (range.kind) {
    case "forecast": {
      const from = range.from === undefined ? Prisma.empty : Prisma.sql`AND wear.likely_end >= ${range.from}`;
      return Prisma.sql`(wear.kind = 'forecast' AND wear.likely_end < ${range.to} ${from})`;
    }
    case "reached":
      return Prisma.sql`wear.kind = 'reached'`;
    case "later":
      return Prisma.sql`(wear.kind = 'beyond' OR (wear.kind = 'forecast' AND (wear.likely_end < ${range.from}) IS NOT TRUE))`;
  }
}
