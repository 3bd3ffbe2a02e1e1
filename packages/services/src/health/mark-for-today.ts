import { markUnjudged } from "@crosspoint/db/queries/health-marks";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { wearDay } from "./rules/wear-day.ts";

/**
 * Marks the drives that were not judged today: windows end and dates come nearer though nothing is heard. Called each hour, and
 * marks nothing twice.
 */
export async function markForToday(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  return context.db.$transaction((tx) => markUnjudged(tx, wearDay(context.now)));
}
