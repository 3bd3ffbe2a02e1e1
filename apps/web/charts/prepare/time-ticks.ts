const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const monthMs = 30.436875 * dayMs;
const yearMonths = 12;
const yearMs = yearMonths * monthMs;
const maxTicks = 7;
/** Up to here ticks are told by the clock, above by the day. */
const clockMostMs = 2 * dayMs;
/** Up to here by month and day, above by year and month. */
const dayMostMs = 183 * dayMs;

/** What lies between ticks. */
interface TickStep {
  /** Of a month the mean. */
  readonly lengthMs: number;
  /** Its moments in the reader's zone by their number; number 0 is none after `since`. */
  from(since: Date): (number: number) => number;
}

const steps: readonly TickStep[] = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => evenStep(seconds * secondMs)),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => evenStep(minutes * minuteMs)),
  ...[1, 2, 3, 6, 12].map(hourStep),
  ...[1, 2, 7, 14].map(dayStep),
  ...[1, 2, 3, 6].map(monthStep),
  ...[1, 2, 5, 10, 20, 50, 100].map(yearStep),
];

/** Two to eight moments on round times of the reader's zone: of the clock, of days, of months or of years. */
export function timeTicks(sinceMs: number, untilMs: number): number[] {
  const moment = stepOf(untilMs - sinceMs).from(new Date(sinceMs));
  const ticks: number[] = [];
  for (let number = 0; ; number += 1) {
    const at = moment(number);
    // Also where there is no such date.
    if (!(at <= untilMs)) return ticks;
    // Where a clock is put forward, two numbers may be one moment.
    if (at >= sinceMs && at !== ticks.at(-1)) ticks.push(at);
  }
}

/** "14:30:05" within five minutes, "14:30" within two days, "11-21" within half a year, "2026-11", and "2026" where years are marked. */
export function timeTickText(timeMs: number, rangeMs: number): string {
  const time = new Date(timeMs);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (rangeMs <= 5 * minuteMs) return `${clock}:${two(time.getSeconds())}`;
  if (rangeMs <= clockMostMs) return clock;
  if (rangeMs <= dayMostMs) return `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  if (stepOf(rangeMs).lengthMs >= yearMs) return String(time.getFullYear());
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}`;
}

/** The first of which there are not too many, and which the text of a tick tells apart. */
function stepOf(rangeMs: number): TickStep {
  const least = rangeMs <= clockMostMs ? 0 : rangeMs <= dayMostMs ? dayMs : monthMs;
  const fits = ({ lengthMs }: TickStep) => lengthMs >= least && rangeMs / lengthMs <= maxTicks;
  return steps.find(fits) ?? yearStep(Math.ceil(rangeMs / yearMs / maxTicks) || 1);
}

/** Within an hour, a zone's change puts nothing out of step. */
function evenStep(lengthMs: number): TickStep {
  return {
    lengthMs,
    from: (since) => {
      const zoneMs = since.getTimezoneOffset() * minuteMs;
      const first = Math.floor((since.getTime() - zoneMs) / lengthMs);
      return (number) => (first + number) * lengthMs + zoneMs;
    },
  };
}

function hourStep(hours: number): TickStep {
  return {
    lengthMs: hours * hourMs,
    from: (since) => {
      const [year, month, day] = dateOf(since);
      return (number) => new Date(year, month, day, number * hours).getTime();
    },
  };
}

function dayStep(days: number): TickStep {
  return {
    lengthMs: days * dayMs,
    from: (since) => {
      const first = Math.floor(Date.UTC(...dateOf(since)) / dayMs / days);
      return (number) => new Date(1970, 0, 1 + (first + number) * days).getTime();
    },
  };
}

function monthStep(months: number): TickStep {
  return {
    lengthMs: months * monthMs,
    from: (since) => {
      const first = Math.floor((since.getFullYear() * yearMonths + since.getMonth()) / months);
      return (number) => new Date(2000, (first + number) * months - 2000 * yearMonths).getTime();
    },
  };
}

function yearStep(years: number): TickStep {
  return monthStep(years * yearMonths);
}

function dateOf(time: Date): [year: number, month: number, day: number] {
  return [time.getFullYear(), time.getMonth(), time.getDate()];
}
