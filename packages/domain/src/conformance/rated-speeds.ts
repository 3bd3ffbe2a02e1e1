import type { Speeds, WriteSpeeds } from "../plan/write-speeds.ts";
import type { RatedFigure } from "./rated-figure.ts";

const randomBlockBytes = 4096;

/**
 * How fast a drive with these rated figures is expected to write: from half of what it is rated for, since a drive in use is
 * slower than one on a sheet, to all of it. "Up to" is said of a whole family: then from a quarter.
 */
export function ratedWriteSpeeds(figures: readonly RatedFigure[]): WriteSpeeds<Speeds> {
  const writes = figures.filter(({ workload, notMeasurable }) => workload.readPercent === 0 && !notMeasurable);
  const sequential = writes.find(({ metric }) => metric === "bytesPerSecond");
  const random = writes.find(({ metric, workload }) => metric === "iops" && workload.pattern === "random");
  return {
    ...(sequential === undefined ? {} : { sequential: speedsOf(sequential, 1) }),
    ...(random === undefined ? {} : { random4k: speedsOf(random, randomBlockBytes) }),
  };
}

function speedsOf({ value, bound }: RatedFigure, bytes: number): Speeds {
  const fastest = value * bytes;
  return { slowest: fastest / (bound === "at_most" ? 4 : 2), fastest };
}
