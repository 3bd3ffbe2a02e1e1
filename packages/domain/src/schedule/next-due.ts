import { CronExpressionParser } from "cron-parser";

export const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export type Weekday = (typeof weekdays)[number];

/** When something is due: on days of every week at a time of a named zone, or once. */
export type Rhythm =
  | {
      readonly kind: "weekly";
      readonly days: readonly Weekday[];
      /** Wall-clock time, "02:30". */
      readonly time: string;
      /** An IANA name, "Europe/Berlin". */
      readonly zone: string;
    }
  | { readonly kind: "once"; readonly at: Date };

/**
 * When it is due next, after a moment; undefined where it never is again. A time that the clocks skip is due as long after
 * the day's beginning as it would have been; one that they show twice is due the first time.
 */
export function nextDue(rhythm: Rhythm, after: Date): Date | undefined {
  if (rhythm.kind === "once") return rhythm.at > after ? rhythm.at : undefined;
  const [hour = 0, minute = 0] = rhythm.time.split(":").map(Number);
  const days = rhythm.days.map((day) => weekdays.indexOf(day)).join(",");
  const cron = `0 ${minute} ${hour} * * ${days}`;
  return CronExpressionParser.parse(cron, { tz: rhythm.zone, currentDate: after }).next().toDate();
}

/** How often it was due after a moment and until another, counted to a bound. */
export function countDue(rhythm: Rhythm, after: Date, until: Date, countMax: number): number {
  let count = 0;
  for (let due = nextDue(rhythm, after); due !== undefined && due <= until && count < countMax; count += 1) {
    due = nextDue(rhythm, due);
  }
  return count;
}
