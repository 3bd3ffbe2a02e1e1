/**
 * What the samples of an hour or a day come to. This is the definition; the worker computes the same in SQL, on as many drives
 * as a fleet has, and is held to it. Hours and days are half-open and in UTC; one without a value is not there.
 */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export interface Sample<V> {
  readonly timeMs: number;
  readonly value: V;
}

/** A counter over an hour or a day. */
export interface CounterRollup {
  readonly first: bigint;
  readonly last: bigint;
  /**
   * Sum of the steps whose later sample lies here, wherever the earlier one does: increases add up, across hours and gaps. The
   * rate is `increase` over `coveredMs`, never over the length of the hour.
   */
  readonly increase: bigint;
  /** Steps that went down. */
  readonly resets: number;
  /** Samples. */
  readonly count: number;
  /** Length of the steps counted. */
  readonly coveredMs: number;
}

/** A gauge over an hour or a day: its mean is `sum` over `count`. */
export interface GaugeRollup {
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly count: number;
}

/** What a counter grew by between two samples. One that fell was set back and has counted its value since. */
export function counterStep(before: bigint, after: bigint): bigint {
  return after >= before ? after - before : after;
}

/** A counter's samples, in any order, by the beginning of their hour. Of two at one time the first that arrived counts. */
export function counterHours(samples: readonly Sample<bigint>[]): Map<number, CounterRollup> {
  const hours = new Map<number, CounterRollup>();
  let before: Sample<bigint> | undefined;
  for (const sample of inOrder(samples)) {
    const hour = startOf(sample.timeMs, hourMs);
    hours.set(hour, withStep(hours.get(hour), before, sample));
    before = sample;
  }
  return hours;
}

/** Days of a counter's hours. */
export function counterDays(hours: ReadonlyMap<number, CounterRollup>): Map<number, CounterRollup> {
  return byDay(hours, (day, hour) => ({
    first: day.first,
    last: hour.last,
    increase: day.increase + hour.increase,
    resets: day.resets + hour.resets,
    count: day.count + hour.count,
    coveredMs: day.coveredMs + hour.coveredMs,
  }));
}

/** A gauge's samples by the beginning of their hour; null is a value that was not told. */
export function gaugeHours(samples: readonly Sample<number | null>[]): Map<number, GaugeRollup> {
  const hours = new Map<number, GaugeRollup>();
  for (const { timeMs, value } of inOrder(samples)) {
    if (value === null) continue;
    const hour = startOf(timeMs, hourMs);
    const one = { min: value, max: value, sum: value, count: 1 };
    const kept = hours.get(hour);
    hours.set(hour, kept === undefined ? one : joinedGauge(kept, one));
  }
  return hours;
}

/** Days of a gauge's hours. */
export function gaugeDays(hours: ReadonlyMap<number, GaugeRollup>): Map<number, GaugeRollup> {
  return byDay(hours, joinedGauge);
}

function withStep(
  kept: CounterRollup | undefined,
  before: Sample<bigint> | undefined,
  { timeMs, value }: Sample<bigint>,
): CounterRollup {
  return {
    first: kept?.first ?? value,
    last: value,
    increase: (kept?.increase ?? 0n) + (before === undefined ? 0n : counterStep(before.value, value)),
    resets: (kept?.resets ?? 0) + (before !== undefined && value < before.value ? 1 : 0),
    count: (kept?.count ?? 0) + 1,
    coveredMs: (kept?.coveredMs ?? 0) + (before === undefined ? 0 : timeMs - before.timeMs),
  };
}

function joinedGauge(a: GaugeRollup, b: GaugeRollup): GaugeRollup {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max), sum: a.sum + b.sum, count: a.count + b.count };
}

function byDay<R>(hours: ReadonlyMap<number, R>, join: (day: R, hour: R) => R): Map<number, R> {
  const days = new Map<number, R>();
  for (const [hour, rollup] of [...hours].toSorted(([a], [b]) => a - b)) {
    const day = startOf(hour, dayMs);
    const kept = days.get(day);
    days.set(day, kept === undefined ? rollup : join(kept, rollup));
  }
  return days;
}

function inOrder<V>(samples: readonly Sample<V>[]): Sample<V>[] {
  const byTime = new Map<number, Sample<V>>();
  for (const sample of samples) if (!byTime.has(sample.timeMs)) byTime.set(sample.timeMs, sample);
  return [...byTime.values()].toSorted((a, b) => a.timeMs - b.timeMs);
}

function startOf(timeMs: number, lengthMs: number): number {
  return Math.floor(timeMs / lengthMs) * lengthMs;
}
