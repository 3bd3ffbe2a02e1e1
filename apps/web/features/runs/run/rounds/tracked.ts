import type { Tracked } from "@crosspoint/domain";
import { type Point, pointName } from "../run-detail";

/** What a point came to in a tracked metric, in operations or bytes a second or nanoseconds; null where it has no result. */
export function figureOf({ state, directions, isStreamed }: Point, metric: Tracked["metric"]): number | null {
  if (state !== "complete" || isStreamed || directions.length === 0) return null;
  if (metric === "iops") return directions.reduce((sum, { iops }) => sum + iops, 0);
  if (metric === "bandwidth") return directions.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0);
  const timed = directions.filter(({ latencyNsMean }) => latencyNsMean !== undefined);
  const operations = timed.reduce((sum, each) => sum + each.operations, 0);
  if (operations === 0) return null;
  return timed.reduce((sum, each) => sum + each.operations * (each.latencyNsMean ?? 0), 0) / operations;
}

/** "4 KiB random write, QD32, 8 threads": what a figure is of, without the round. */
export function loadName({ spec }: Point): string {
  return pointName({ spec: { ...spec, precondition: [] } });
}
