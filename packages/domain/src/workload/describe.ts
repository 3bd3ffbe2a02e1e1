import { blockSizes } from "../plan/block-mix.ts";
import type { PointDepth, PointLoad } from "../plan/point-spec.ts";
import { formatBlockSize, formatCount } from "../units/units.ts";
import { assumedWorkload, defaults, isStated, type StatedWorkload, type Workload } from "./workload.ts";

/** A workload in words: "4 KiB random read, QD16", "8 KiB random 67/33 read/write, QD32, 4 threads". */
export function describeWorkload(workload: Workload | StatedWorkload): string {
  const complete = isStated(workload) ? assumedWorkload(workload) : workload;
  const { engine, distribution, data, alignBytes, spanPercent, load, precondition, steady } = complete;
  return [
    `${describeBlocks(complete)} ${complete.pattern} ${describeMix(complete.readPercent)}`,
    describeDepth(complete.depth),
    ...(load.kind === "closed" ? [] : [describeLoad(load)]),
    ...(distribution === defaults.distribution ? [] : [describeDistribution(distribution)]),
    ...(data === defaults.data ? [] : [describeData(data)]),
    ...(alignBytes === undefined ? [] : [`aligned to ${formatBlockSize(alignBytes).text}`]),
    ...(spanPercent === defaults.spanPercent ? [] : [`first ${spanPercent}% of the target`]),
    ...(engine === defaults.engine ? [] : [engine.replaceAll("+", " + ")]),
    ...(precondition.length === 0 ? [] : [`after ${precondition.join(", ")}`]),
    ...(steady ? ["steady state"] : []),
  ].join(", ");
}

/** "read", "write" or "70/30 read/write". */
function describeMix(readPercent: number): string {
  if (readPercent === 100) return "read";
  return readPercent === 0 ? "write" : `${readPercent}/${100 - readPercent} read/write`;
}

function describeBlocks(workload: Workload): string {
  const sizes = blockSizes(workload);
  const [only] = sizes;
  if (sizes.length === 1 && only !== undefined) return formatBlockSize(only.bytes).text;
  return `mixed (${sizes.map(({ bytes, percent }) => `${percent}% ${formatBlockSize(bytes).text}`).join(", ")})`;
}

function describeDepth(depth: PointDepth): string {
  if (depth.kind === "total") return `QD${depth.totalDepth} over up to ${depth.threadsMax} threads`;
  return depth.threads === 1 ? `QD${depth.queueDepth}` : `QD${depth.queueDepth}, ${depth.threads} threads`;
}

function describeLoad({ ratePerSecond, pace }: Extract<PointLoad, { kind: "open" }>): string {
  const rate = Number.isInteger(ratePerSecond) ? formatCount(ratePerSecond) : String(ratePerSecond);
  return `${rate} IOPS offered${pace === "poisson" ? " (Poisson)" : ""}`;
}

function describeDistribution(distribution: string): string {
  const [name, value = ""] = distribution.split(":");
  if (name === "zipf") return `Zipf ${value}`;
  const [accesses, span] = value.split("/");
  return `${accesses}% of accesses on ${span}% of the span`;
}

function describeData(data: string): string {
  return data === "verified" ? "verified data" : `compressible ${data.split(":")[1]}:1`;
}
