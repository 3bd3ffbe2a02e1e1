const dayMs = 86_400_000;
const year = { unit: "year", ms: 365 * dayMs } as const;
/** Days up to 99, months up to 23: 54 days are not "1 month", nor 23 months "1 year". */
const steps = [
  { unit: "second", ms: 1000, below: 60_000 },
  { unit: "minute", ms: 60_000, below: 3_600_000 },
  { unit: "hour", ms: 3_600_000, below: dayMs },
  { unit: "day", ms: dayMs, below: 100 * dayMs },
  { unit: "month", ms: year.ms / 12, below: 2 * year.ms },
] as const;
const momentMs = 5000;

/** "12 seconds ago", "in 3 hours"; within five seconds of now "just now". Whole units, never rounded up. */
export function relativeTime(time: Date, now: Date): string {
  const { unit, count, isPast } = distance(time, now);
  if (unit === undefined) return "just now";
  const words = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return isPast ? `${words} ago` : `in ${words}`;
}

/** In whole units; without a unit where it is a moment. */
function distance(time: Date, now: Date) {
  const differenceMs = time.getTime() - now.getTime();
  const distanceMs = Math.abs(differenceMs);
  if (distanceMs < momentMs) return { unit: undefined };
  const { unit, ms } = steps.find((step) => distanceMs < step.below) ?? year;
  return { unit, count: Math.floor(distanceMs / ms), isPast: differenceMs < 0 };
}

const shortUnits = { second: "s", minute: "min", hour: "h", day: "d", month: "mo", year: "y" } as const;

/** The same for a column of a table: "12 s ago", "3 h ago"; within five seconds of now "now". */
export function shortRelativeTime(time: Date, now: Date): string {
  const { unit, count, isPast } = distance(time, now);
  if (unit === undefined) return "now";
  const words = `${count}\u2009${shortUnits[unit]}`;
  return isPast ? `${words} ago` : `in ${words}`;
}

const two = (value: number) => String(value).padStart(2, "0");

/** "2026-11-21", in the reader's zone. */
export function isoDate(time: Date): string {
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** "2026-11-21 12:04:09": ISO order, in the reader's zone, which each page names once. */
export function isoTime(time: Date): string {
  return `${isoDate(time)} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
