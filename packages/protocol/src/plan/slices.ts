import { protocolLimits } from "../limits.ts";
import { ascending, type Contradiction, fieldsOf } from "./field.ts";
import { durationSeconds, latencyNs } from "./values.ts";

/** A measurement in parts, with how many operations of each took longer than a latency: as ACT judges hour by hour. */
export const slices = fieldsOf({
  seconds: durationSeconds.describe("Length of a slice in seconds; the last may be shorter."),
  overNs: ascending(latencyNs, protocolLimits.thresholdsPerSlice).describe(
    "Latencies in nanoseconds, ascending: the operations of each slice that took longer are counted.",
  ),
});

/** A point of more slices than it can report. */
export function sliceContradictions(sliceSeconds: number | undefined, secondsMax: number): Contradiction[] {
  if (sliceSeconds === undefined || Math.ceil(secondsMax / sliceSeconds) <= protocolLimits.slicesPerPoint) return [];
  const message = `a point of up to ${secondsMax} s would have more than ${protocolLimits.slicesPerPoint} slices`;
  return [{ path: ["slices", "seconds"], message }];
}
