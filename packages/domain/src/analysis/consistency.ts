import { type TooLittle, tooLittle } from "./result.ts";
import { mean, sampleDeviation } from "./statistics.ts";

/** The end of a run that is judged by itself, as Hardware.Info does. */
export const LAST_SECONDS = 200;

/** How evenly the seconds of one run went; values in the unit of the seconds. */
export type Consistency =
  | {
      readonly kind: "consistency";
      readonly method: "consistency";
      readonly basis: { readonly seconds: number; readonly missingSeconds: number };
      readonly mean: number;
      /** Sample standard deviation. */
      readonly deviation: number;
      /** What is relative to the mean; too little where no operation completed. */
      readonly relative:
        | {
            readonly kind: "relative";
            /** Deviation by mean. */
            readonly coefficientOfVariation: number;
            /** Seconds strictly below half of the mean, of those that have a value: 0 to 1. */
            readonly shareBelowHalfMean: number;
          }
        | TooLittle;
      /** Of the last 200 seconds by the clock, whatever came before. */
      readonly last: { readonly kind: "last"; readonly seconds: number; readonly deviation: number } | TooLittle;
    }
  | TooLittle;

/**
 * The spread of a run's seconds, by the method of Hardware.Info (2015).
 *
 * @param seconds one value a second; null is a gap, which is left out and never taken for 0. Linear in them.
 */
export function consistencyOf(seconds: readonly (number | null)[]): Consistency {
  const values = known(seconds);
  if (values.length < 2) return tooLittle("seconds", 2, values.length);
  const average = mean(values);
  const deviation = sampleDeviation(values);
  const basis = { seconds: values.length, missingSeconds: seconds.length - values.length };
  return {
    kind: "consistency",
    method: "consistency",
    basis,
    mean: average,
    deviation,
    relative: relativeOf(values, average, deviation),
    last: lastOf(seconds),
  };
}

function relativeOf(values: readonly number[], average: number, deviation: number) {
  if (!(average > 0)) return tooLittle("operations", 1, 0);
  const below = values.filter((value) => 2 * value < average).length;
  return {
    kind: "relative",
    coefficientOfVariation: deviation / average,
    shareBelowHalfMean: below / values.length,
  } as const;
}

function lastOf(seconds: readonly (number | null)[]) {
  if (seconds.length < LAST_SECONDS) return tooLittle("seconds", LAST_SECONDS, seconds.length);
  const values = known(seconds.slice(-LAST_SECONDS));
  if (values.length < 2) return tooLittle("seconds", 2, values.length);
  return { kind: "last", seconds: values.length, deviation: sampleDeviation(values) } as const;
}

function known(seconds: readonly (number | null)[]): number[] {
  return seconds.filter((value) => value !== null);
}
