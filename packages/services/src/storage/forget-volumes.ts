import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { confirmedTime, daysBefore } from "./confirmed-time.ts";

/** One that is assembled again within this time is the same, and its runs can be run again on it. */
export const keepEndedVolumesDays = 90;

/** Forgets volumes that their hosts have not had for long; runs keep what they were made of. Returns how many. */
export async function forgetVolumes(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const before = daysBefore(await confirmedTime(context), keepEndedVolumesDays);
  const { count } = await context.db.volume.deleteMany({ where: { endedAt: { lt: before } } });
  return count;
}
