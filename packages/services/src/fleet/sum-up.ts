import { countDrivesOf } from "@crosspoint/db/queries/count-drives";
import type { ServiceContext } from "../context.ts";
import { endsOfWear } from "../health/rules/ends-of-wear.ts";
import { requireRight } from "../rights.ts";
import { type SummaryKind, summedFrom } from "../summed.ts";
import { readingsOfFleet } from "./rules/readings-of-fleet.ts";

/** As often as it is counted anew, by however many workers. */
export const sumUpEveryMs = 30_000;
const isNewMs = sumUpEveryMs - 5_000;

/**
 * Counts of a large fleet what reads all drives, so that nobody who looks at it waits for that; of a smaller one nothing is kept.
 * Returns how many counts it wrote or let go of.
 */
export async function sumUpFleet(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const { db, now } = context;
  if ((await countDrivesOf(db, "all", [""])) < summedFrom) return (await db.fleetSummary.deleteMany()).count;
  const newest = await db.fleetSummary.findFirst({ orderBy: { asOf: "desc" } });
  if (newest !== null && Math.abs(now.getTime() - newest.asOf.getTime()) < isNewMs) return 0;
  await keep(context, "readings", await readingsOfFleet(context));
  await keep(context, "endsByModel", await endsOfWear(context, "model"));
  await keep(context, "endsByGroup", await endsOfWear(context, "group"));
  return 3;
}

async function keep({ db, now }: ServiceContext, kind: SummaryKind, body: object): Promise<void> {
  const data = { asOf: now, body: JSON.parse(JSON.stringify(body)) };
  await db.fleetSummary.upsert({ where: { kind }, create: { kind, ...data }, update: data });
}
