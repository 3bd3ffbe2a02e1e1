import { isLatency } from "../compare/metrics.ts";
import { formatBlockSize } from "../units/units.ts";
import type { RatedFigure } from "./rated-figure.ts";

/** How a rated figure is measured: what its sheet states, and for the rest what is most usual. */
export interface RatedLoad {
  /** Both where the sheet leaves it open: the better result counts. */
  readonly pattern: "random" | "sequential" | readonly ["random", "sequential"];
  readonly blockBytes: number;
  readonly readPercent: number;
  readonly threads: number;
  readonly queueDepth: number;
}

const random4k = 4096;
const sequentialBytes = 131_072;
/** Enough operations in flight for what a drive can do at most. */
const saturating = { queueDepth: 32, randomThreads: 4 };

/**
 * The load at which a figure is measured. Sheets state latency at QD1 if they state a depth at all, and rates at whatever
 * depth is enough; sequential access by several threads is not sequential for the drive.
 */
export function ratedLoad({ metric, workload }: RatedFigure): RatedLoad {
  const latency = isLatency(metric);
  const { pattern, readPercent = 100, blockBytes, queueDepth, threads } = workload;
  const sequential = pattern === "sequential";
  const open = queueDepth === undefined && !latency && !sequential;
  return {
    pattern: pattern ?? ["random", "sequential"],
    blockBytes: blockBytes ?? (latency || !sequential ? random4k : sequentialBytes),
    readPercent,
    threads: threads ?? (open ? saturating.randomThreads : 1),
    queueDepth: queueDepth ?? (latency ? 1 : saturating.queueDepth),
  };
}

/** What the sheet leaves open, as it was chosen: "4 KiB blocks", "QD32". Empty where it states everything. */
export function chosenForRating(figure: RatedFigure): string[] {
  const { pattern, blockBytes, queueDepth, threads } = figure.workload;
  const load = ratedLoad(figure);
  return [
    ...(pattern === undefined ? ["the better of random and sequential"] : []),
    ...(blockBytes === undefined ? [`${formatBlockSize(load.blockBytes).text} blocks`] : []),
    ...(queueDepth === undefined ? [`QD${load.queueDepth}`] : []),
    ...(threads === undefined ? [load.threads === 1 ? "1 thread" : `${load.threads} threads`] : []),
  ];
}
