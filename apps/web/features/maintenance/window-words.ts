import { andList } from "@/ui/and-list";

const dayNames: Record<string, string> = {
  SU: "Sunday",
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
};
export const dayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
const nths: Record<string, string> = { "1": "first", "2": "second", "3": "third", "4": "fourth", "-1": "last" };

export const dayName = (code: string): string => dayNames[code] ?? code;

/** "Every Saturday and Sunday": how a recurrence is said. */
export function recurrenceWords(recurrence: string | null): string {
  if (recurrence === null) return "Once";
  const monthDay = /BYMONTHDAY=(-?\d+)/.exec(recurrence)?.[1];
  if (monthDay !== undefined) {
    return monthDay === "-1" ? "On the last day of every month" : `On day ${monthDay} of every month`;
  }
  const days = /BYDAY=(.+)$/.exec(recurrence)?.[1];
  if (days === undefined) return "Every day";
  const nth = /^(-?\d)(\w\w)$/.exec(days);
  if (nth) return `On the ${nths[nth[1] ?? ""]} ${dayName(nth[2] ?? "")} of every month`;
  return `Every ${andList(days.split(",").map(dayName))}`;
}

/** "2 h 30 min", "3 d". */
export function durationWords(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1440), "d"],
    [Math.floor((minutes % 1440) / 60), "h"],
    [minutes % 60, "min"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}
