import { studentCritical } from "../distribution/student-t.ts";
import { mean, sampleDeviation } from "../statistics.ts";
import type { Interval } from "./interval.ts";

/** The interval of the mean by Student's t; of two values or more. */
export function studentInterval(values: readonly number[], confidence: number): Interval {
  const center = mean(values);
  const standardError = sampleDeviation(values) / Math.sqrt(values.length);
  const half = standardError * studentCritical(confidence, values.length - 1);
  return { low: center - half, high: center + half };
}
