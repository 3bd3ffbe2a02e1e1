const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const tickSteps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 30].map((days) => days * dayMs),
];
const maxTicks = 7;
/** Beyond it, ticks stand at the beginnings of months. */
const calendarFromMs = 183 * dayMs;
const monthMs = 30.436875 * dayMs;
const yearMonths = 12;
const monthSteps = [...[1, 2, 3, 6], ...[1, 2, 5, 10, 20, 50, 100].map((years) => years * yearMonths)];

/** About seven moments on round times of the reader's zone: of the clock, of days, or over half a year of months and years. */
export function timeTicks(sinceMs: number, untilMs: number): number[] {
  return untilMs - sinceMs > calendarFromMs ? calendarTicks(sinceMs, untilMs) : evenTicks(sinceMs, untilMs);
}

function evenTicks(sinceMs: number, untilMs: number): number[] {
  const step = tickSteps.find((each) => (untilMs - sinceMs) / each <= maxTicks) ?? 30 * dayMs;
  const ticks: number[] = [];
  for (let at = firstTick(sinceMs, step); at <= untilMs; at += step) ticks.push(at);
  return ticks;
}

function calendarTicks(sinceMs: number, untilMs: number): number[] {
  const step = monthStep(untilMs - sinceMs);
  const since = new Date(sinceMs);
  const month = since.getFullYear() * yearMonths + since.getMonth();
  const ticks: number[] = [];
  for (let first = Math.floor(month / step) * step; ; first += step) {
    const at = new Date(2000, first - 2000 * yearMonths).getTime();
    // Also where there is no such date.
    if (!(at <= untilMs)) return ticks;
    if (at >= sinceMs) ticks.push(at);
  }
}

/** How many months lie between ticks. */
function monthStep(rangeMs: number): number {
  const needed = rangeMs / monthMs / maxTicks;
  return monthSteps.find((step) => step >= needed) ?? Math.ceil(needed / yearMonths) * yearMonths;
}

function firstTick(sinceMs: number, stepMs: number): number {
  const zoneMs = new Date(sinceMs).getTimezoneOffset() * minuteMs;
  return Math.ceil((sinceMs - zoneMs) / stepMs) * stepMs + zoneMs;
}

/** "14:30:05" within five minutes, "14:30" within two days, "11-21" within half a year, "2026-11", and "2026" where years are marked. */
export function timeTickText(timeMs: number, rangeMs: number): string {
  const time = new Date(timeMs);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (rangeMs <= 5 * minuteMs) return `${clock}:${two(time.getSeconds())}`;
  if (rangeMs <= 2 * dayMs) return clock;
  if (rangeMs <= calendarFromMs) return `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  if (monthStep(rangeMs) % yearMonths === 0) return String(time.getFullYear());
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}`;
}
