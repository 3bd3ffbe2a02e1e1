import { readTimeOfHosts } from "@crosspoint/db/queries/time-of-hosts";
import { dayMs } from "@crosspoint/domain/rollup";
import type { ServiceContext } from "../context.ts";

/** How far the clock is believed beyond the time by the hosts. */
const believedMs = dayMs;

/**
 * The time by which things are too old to be kept. What is removed is gone: a clock that jumped ahead must not be what removes it, so the
 * hosts' clocks have a say.
 */
export async function confirmedTime({ db, now }: Pick<ServiceContext, "db" | "now">): Promise<Date> {
  const byHosts = (await readTimeOfHosts(db, now)) ?? new Date(0);
  return new Date(Math.min(now.getTime(), byHosts.getTime() + believedMs));
}

/** So many days before. */
export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * dayMs);
