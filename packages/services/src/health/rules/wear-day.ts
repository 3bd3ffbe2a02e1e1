import { dayMs, hourMs } from "@crosspoint/domain/rollup";

/** By then the day before has been rolled up. */
const afterMs = 2 * hourMs;

/** When the day began to which a drive's wear is computed once: two hours after midnight in UTC. */
export function wearDay(now: Date): Date {
  return new Date(Math.floor((now.getTime() - afterMs) / dayMs) * dayMs + afterMs);
}
