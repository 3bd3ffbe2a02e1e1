const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const tickSteps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 30, 61].map((days) => days * dayMs),
];
const maxTicks = 7;

/** At most seven moments on round times of the reader's zone. */
export function timeTicks(sinceMs: number, untilMs: number): number[] {
  const step = tickSteps.find((each) => (untilMs - sinceMs) / each <= maxTicks) ?? tickSteps.at(-1) ?? dayMs;
  const ticks: number[] = [];
  for (let at = firstTick(sinceMs, step); at <= untilMs && ticks.length <= maxTicks; at += step) ticks.push(at);
  return ticks;
}

function firstTick(sinceMs: number, stepMs: number): number {
  const zoneMs = new Date(sinceMs).getTimezoneOffset() * minuteMs;
  return Math.ceil((sinceMs - zoneMs) / stepMs) * stepMs + zoneMs;
}

/** "14:30:05" within five minutes, "14:30" within two days, "11-21" within half a year, else "2026-11". */
export function timeTickText(timeMs: number, rangeMs: number): string {
  const time = new Date(timeMs);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (rangeMs <= 5 * minuteMs) return `${clock}:${two(time.getSeconds())}`;
  if (rangeMs <= 2 * dayMs) return clock;
  if (rangeMs <= 183 * dayMs) return `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}`;
}
