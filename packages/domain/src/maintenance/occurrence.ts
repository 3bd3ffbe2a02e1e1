import { CronExpressionParser } from "cron-parser";

/** When a window is open: for a while from a wall time in a zone, once or again and again. */
export interface WindowTimes {
  /** An IANA name, "Europe/Berlin". */
  readonly zone: string;
  /** Wall time of the first beginning, "2026-11-22T02:00". */
  readonly beginsAt: string;
  readonly durationMinutes: number;
  /** RFC 5545, as far as {@link isRecurrence} takes it, for example `FREQ=WEEKLY;BYDAY=SA,SU`; null: once. */
  readonly recurrence: string | null;
}

export interface Occurrence {
  readonly from: Date;
  /** Not of it any more. */
  readonly until: Date;
}

const day = "(?:SU|MO|TU|WE|TH|FR|SA)";
const forms = [
  /^FREQ=DAILY$/,
  new RegExp(`^FREQ=WEEKLY;BYDAY=(${day}(?:,${day}){0,6})$`),
  // The 29th to the 31st are not in every month; -1 is the last day.
  /^FREQ=MONTHLY;BYMONTHDAY=([1-9]|1\d|2[0-8]|-1)$/,
  new RegExp(`^FREQ=MONTHLY;BYDAY=(1|2|3|4|-1)(${day})$`),
] as const;

/** Every day, on days of the week, on a day of the month, or on the first to fourth or last Sunday of it. */
export function isRecurrence(text: string): boolean {
  return forms.some((form) => form.test(text));
}

const minuteMs = 60_000;

/** The occurrence that is under way at a moment, or else the next one; undefined where none is left. */
export function occurrenceAt(times: WindowTimes, at: Date): Occurrence | undefined {
  const first = firstBeginning(times);
  const lastMs = times.durationMinutes * minuteMs;
  const of = (from: Date): Occurrence => ({ from, until: new Date(from.getTime() + lastMs) });
  if (times.recurrence === null) return of(first).until > at ? of(first) : undefined;
  // Whatever began longer ago than it lasts is over; nothing begins before the first.
  const after = Math.max(at.getTime() - lastMs, first.getTime() - 1);
  return of(next(cronOf(times), times.zone, new Date(after)));
}

/** A wall time that the clocks skip is as long after the day's beginning as it would have been; of one shown twice the first counts. */
function firstBeginning({ zone, beginsAt }: WindowTimes): Date {
  const [, month = 1, monthDay = 1, hour = 0, minute = 0] = beginsAt.split(/[-T:]/).map(Number);
  // Zones are less than a day and a half apart from UTC: the next such day and time is that of the year.
  const before = new Date(Date.parse(`${beginsAt}:00Z`) - 36 * 60 * minuteMs);
  return next(`0 ${minute} ${hour} ${monthDay} ${month} *`, zone, before);
}

function cronOf({ beginsAt, recurrence }: WindowTimes): string {
  const [hour = 0, minute = 0] = beginsAt.slice(11).split(":").map(Number);
  const at = `0 ${minute} ${hour}`;
  const [weekly, monthly, nth] = forms.slice(1).map((form) => form.exec(recurrence ?? ""));
  if (weekly) return `${at} * * ${weekly[1]?.split(",").map(numberOf).join(",")}`;
  if (monthly) return `${at} ${monthly[1] === "-1" ? "L" : monthly[1]} * *`;
  if (nth) return `${at} * * ${numberOf(nth[2] ?? "SU")}${nth[1] === "-1" ? "L" : `#${nth[1]}`}`;
  return `${at} * * *`;
}

const days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const numberOf = (name: string) => days.indexOf(name);

function next(cron: string, zone: string, after: Date): Date {
  return CronExpressionParser.parse(cron, { tz: zone, currentDate: after }).next().toDate();
}
