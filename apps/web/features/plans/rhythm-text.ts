import type { Inputs } from "@/api/client";

export type Rhythm = Inputs["schedule"]["create"]["rhythm"];
export type Weekday = Extract<Rhythm, { kind: "weekly" }>["days"][number];

/** In the order in which weeks are read. */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** When something is to be launched, as it stands in the form. */
export interface RhythmText {
  /** Of the browser's zone: "2026-11-22T02:30:00". */
  readonly at: string;
  readonly days: readonly Weekday[];
  /** "02:30". */
  readonly time: string;
  /** "Europe/Berlin". */
  readonly zone: string;
}

export type ParsedRhythm =
  | { readonly kind: "valid"; readonly rhythm: Rhythm }
  | { readonly kind: "mistake"; readonly field: keyof RhythmText; readonly message: string };

export function parseOnce({ at }: RhythmText): ParsedRhythm {
  const time = new Date(at);
  if (at === "" || Number.isNaN(time.getTime())) return mistake("at", "Choose a date and a time.");
  return { kind: "valid", rhythm: { kind: "once", at: time } };
}

export function parseWeekly({ days, time, zone }: RhythmText): ParsedRhythm {
  if (days.length === 0) return mistake("days", "Choose at least one day.");
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return mistake("time", "A time such as 02:30.");
  if (!isZone(zone)) return mistake("zone", "A time zone such as Europe/Berlin.");
  return { kind: "valid", rhythm: { kind: "weekly", days: weekdays.filter((day) => days.includes(day)), time, zone } };
}

function mistake(field: keyof RhythmText, message: string): ParsedRhythm {
  return { kind: "mistake", field, message };
}

function isZone(name: string): boolean {
  try {
    return name !== "" && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
