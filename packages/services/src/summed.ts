import type { z } from "zod";
import type { ServiceContext } from "./context.ts";

/** What the worker counts of a large fleet, because it reads all drives. */
export type SummaryKind = "readings" | "endsByModel" | "endsByGroup";

/** Fleets of so many drives are counted by the worker; of a smaller one, what is shown is counted as it is asked for. */
export const summedFrom = 5_000;
/** One that is older is not shown: the worker is away, and who asks waits for the count. */
const usableMs = 5 * 60_000;

/** A count, and when the worker made it; undefined where it is of now. */
export type Summed<Body> = Body & { readonly asOf: Date | undefined };

/** What the worker counted last; undefined where that is nothing, or not of late. */
export async function readSummary<Body>(
  { db, now }: Pick<ServiceContext, "db" | "now">,
  kind: SummaryKind,
  reader: z.ZodType<Body>,
): Promise<Summed<Body> | undefined> {
  const row = await db.fleetSummary.findUnique({ where: { kind } });
  if (row === null || now.getTime() - row.asOf.getTime() > usableMs) return undefined;
  const body = reader.safeParse(row.body).data;
  return body && { ...body, asOf: row.asOf };
}
