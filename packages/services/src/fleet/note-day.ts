import { countDrivesByVerdict } from "@crosspoint/db/queries/count-drives";
import { writeFleetDay } from "@crosspoint/db/queries/write-fleet-day";
import { VERDICTS, verdictRank } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { verdictCounts } from "../health/rules/verdict-counts.ts";
import { requireRight } from "../rights.ts";
import { confirmedTime } from "../storage/confirmed-time.ts";
import { dayOf } from "./rules/trend.ts";

/** Eight small rows a day. */
const keptDays = 400;

/** Notes how many drives have each verdict: of a day the last count stays. Returns how many of the counts are others than before. */
export async function noteFleetDay(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const { db, now } = context;
  const counted = verdictCounts(await countDrivesByVerdict(db));
  const drives = VERDICTS.map((verdict) => counted.find((each) => each.verdict === verdict)?.count ?? 0);
  const ranks = VERDICTS.map(verdictRank);
  const keptSince = dayOf(await confirmedTime(context), keptDays);
  return writeFleetDay(db, { day: dayOf(now, 0), ranks, drives, keptSince });
}
