/** An hour is rolled up once it is over and what was on its way has arrived: what is later is rolled up again. */
const settlesWithinMs = 5 * 60_000;

/** Hours, or days, of this length are rolled up that began before the time answered. */
export function settledBefore(now: Date, lengthMs: number): Date {
  return new Date(Math.floor((now.getTime() - settlesWithinMs) / lengthMs) * lengthMs);
}
