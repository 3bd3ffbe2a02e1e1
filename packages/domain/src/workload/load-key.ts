import { parseBlockMix, writeBlockMix } from "../plan/block-mix.ts";
import type { LoadSpec, PointDepth, PointLoad } from "../plan/point-spec.ts";
import { assumedWorkload, defaults, isStated, type StatedWorkload, type Workload } from "./workload.ts";

/** What is sent, and how fast, whatever surrounds it. */
export type KeyedLoad = LoadSpec & { readonly pattern: string };

/** Key of one load: of a point, or of another that runs beside it. */
export function loadKey(load: KeyedLoad): string {
  const { distribution, data, alignBytes, spanPercent } = load;
  return [
    startOfKey(load),
    ...(distribution === defaults.distribution ? [] : [distribution]),
    ...(data === defaults.data ? [] : [data]),
    ...(alignBytes === undefined ? [] : [`align${sizeName(alignBytes)}`]),
    ...(spanPercent === defaults.spanPercent ? [] : [`span${spanPercent}`]),
    ...(load.load.kind === "closed" ? [] : [rateName(load.load)]),
  ].join("-");
}

/** The part of a key that a published source can state: pattern, mix, sizes, depth and threads. */
export function statableKey(workload: Workload | StatedWorkload): string {
  return startOfKey(isStated(workload) ? assumedWorkload(workload) : workload);
}

function startOfKey(load: KeyedLoad): string {
  const { pattern, readPercent, depth } = load;
  return [pattern, mixName(readPercent), blocksName(load), depthName(depth)].join("-");
}

function mixName(readPercent: number): string {
  if (readPercent === 100) return "read";
  return readPercent === 0 ? "write" : `${readPercent}-${100 - readPercent}`;
}

function blocksName({ blockBytes, blockMix }: Pick<LoadSpec, "blockBytes" | "blockMix">): string {
  if (blockBytes !== undefined) return sizeName(blockBytes);
  return `mix(${writeBlockMix(parseBlockMix(blockMix ?? "") ?? [])})`;
}

function sizeName(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2}m`;
  return bytes % 1024 === 0 ? `${bytes / 1024}k` : `${bytes}b`;
}

/** A size as a key has it. */
export function parseSize(size: string): number {
  const unit = size.at(-1);
  return Number(size.slice(0, -1)) * (unit === "m" ? 1024 ** 2 : unit === "k" ? 1024 : 1);
}

/** A single thread is left out. */
function depthName(depth: PointDepth): string {
  if (depth.kind === "total") return `total${depth.totalDepth}-max${depth.threadsMax}`;
  return depth.threads === 1 ? `qd${depth.queueDepth}` : `qd${depth.queueDepth}-t${depth.threads}`;
}

function rateName({ ratePerSecond, pace }: Extract<PointLoad, { kind: "open" }>): string {
  return `rate${ratePerSecond}${pace === "poisson" ? ":poisson" : ""}`;
}
