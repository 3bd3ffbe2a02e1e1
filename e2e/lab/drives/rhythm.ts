import { expect } from "vitest";

/** In the guest's time, in milliseconds since 1970. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** The longest time between two samples, from the last before a span to the first after it. */
export function longestGapMs(times: readonly number[], { begin, end }: Span): number {
  const first = times.findLastIndex((timeMs) => timeMs <= begin);
  const last = times.findIndex((timeMs) => timeMs >= end);
  expect(first, "a sample before it").toBeGreaterThanOrEqual(0);
  expect(last, "a sample after it").toBeGreaterThan(first);
  const whole = times.slice(first, last + 1);
  return Math.max(...whole.slice(1).map((timeMs, index) => timeMs - (whole[index] ?? 0)));
}
