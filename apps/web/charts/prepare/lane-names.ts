import type { ComparisonLane } from "./comparison-bars.ts";
import { cutApart } from "./cut-label.ts";

/** Between a name and its bar. */
const gapPx = 22;

/** The names of all lines in their room left of the bars, cut so that those of different series read differently. */
export function laneNames(lanes: readonly ComparisonLane[], width: number): string[] {
  return cutApart(
    lanes.map((lane) => ({ text: lane.text, end: lane.kind === "bar" ? lane.bar.detail : undefined })),
    width - gapPx,
  );
}
