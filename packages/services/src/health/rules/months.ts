/** Months that are looked ahead, this one the first. */
export const monthsAhead = 24;

/** When the month begins that is so many after the one of a time, in UTC. */
export function monthStart(time: Date, after = 0): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + after, 1));
}

/** "2026-11". */
export function monthName(month: Date): string {
  return month.toISOString().slice(0, 7);
}

/** The month of such a name. */
export function monthNamed(name: string): Date {
  return new Date(`${name}-01T00:00:00Z`);
}

/** This month and those after it that are looked at. */
export function monthsToCome(now: Date): Date[] {
  const from = monthStart(now);
  return Array.from({ length: monthsAhead }, (_, after) => monthStart(from, after));
}
