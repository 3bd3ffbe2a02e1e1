import { andList } from "@/ui/and-list";
import type { Schedule } from "./schedule";

type Weekly = Extract<Schedule["rhythm"], { kind: "weekly" }>;

const daysOfWeek = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const workdays = daysOfWeek.slice(0, 5);

/** "Mondays and Fridays at 02:30, Europe/Berlin". */
export function weeklyWords({ days, time, zone }: Weekly): string {
  return `${daysWords(days)} at ${time}, ${zone}`;
}

function daysWords(days: Weekly["days"]): string {
  if (days.length === daysOfWeek.length) return "Every day";
  if (days.length === workdays.length && workdays.every((day) => days.includes(day))) return "Monday to Friday";
  return andList(
    daysOfWeek.filter((day) => days.includes(day)).map((day) => `${day[0]?.toUpperCase()}${day.slice(1)}s`),
  );
}
