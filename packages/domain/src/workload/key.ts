import { parseBlockMix, writeBlockMix } from "../plan/block-mix.ts";
import type { PointDepth, PointLoad } from "../plan/point-spec.ts";
import { assumedWorkload, defaults, isStated, type StatedWorkload, type Workload } from "./workload.ts";

/**
 * Key of a workload: stable, readable, and unlike that of any other. What is as by default is left out: the common case
 * is "random-read-4k-qd16", the longest has all of "random-70-30-mix(512:10,4k:90)-total8-max4-sync+poll-zipf:1.1-
 * compressible:2-align512b-span75-rate23.53:poisson-after(purge+fill:sequential:2)-steady".
 */
export function workloadKey(workload: Workload | StatedWorkload): string {
  const complete = isStated(workload) ? assumedWorkload(workload) : workload;
  const { engine, distribution, data, alignBytes, spanPercent, load, precondition } = complete;
  return [
    statableKey(complete),
    ...(engine === defaults.engine ? [] : [engine]),
    ...(distribution === defaults.distribution ? [] : [distribution]),
    ...(data === defaults.data ? [] : [data]),
    ...(alignBytes === undefined ? [] : [`align${sizeName(alignBytes)}`]),
    ...(spanPercent === defaults.spanPercent ? [] : [`span${spanPercent}`]),
    ...(load.kind === "closed" ? [] : [rateName(load)]),
    ...(precondition.length === 0 ? [] : [`after(${precondition.join("+")})`]),
    ...(complete.steady ? ["steady"] : []),
  ].join("-");
}

/** The part of a key that a published source can state: pattern, mix, sizes, depth and threads. */
export function statableKey(workload: Workload | StatedWorkload): string {
  const complete = isStated(workload) ? assumedWorkload(workload) : workload;
  const { pattern, readPercent, depth } = complete;
  return [pattern, mixName(readPercent), blocksName(complete), depthName(depth)].join("-");
}

const SIZE = String.raw`(?:\d+[bkm])`;
const KEY = new RegExp(
  [
    "^(?<pattern>random|sequential)",
    String.raw`-(?<mix>read|write|\d{1,2}-\d{1,2})`,
    String.raw`-(?<blocks>${SIZE}|mix\([\dkM:,]+\))`,
    String.raw`-(?<depth>qd\d+(?:-t\d+)?|total\d+-max\d+)`,
    String.raw`(?:-(?<engine>(?:io_uring|passthrough|sync|null)(?:\+poll)?(?:\+sqpoll)?))?`,
    String.raw`(?:-(?<distribution>zipf:[\d.]+|hotspot:\d+/\d+))?`,
    String.raw`(?:-(?<data>verified|compressible:[\d.]+))?`,
    `(?:-align(?<align>${SIZE}))?`,
    String.raw`(?:-span(?<span>\d{1,3}))?`,
    String.raw`(?:-rate(?<rate>[\d.]+)(?<poisson>:poisson)?)?`,
    String.raw`(?:-after\((?<after>[A-Za-z0-9.:+]+)\))?`,
    "(?<steady>-steady)?$",
  ].join(""),
);

/** Longest text that can be a key. */
const KEY_CHARACTERS_LIMIT = 3000;

/** Reads a key back, for a comparison kept in a URL; `undefined` when it is not one. */
export function parseWorkloadKey(key: string): Workload | undefined {
  const found = key.length > KEY_CHARACTERS_LIMIT ? undefined : KEY.exec(key)?.groups;
  const blocks = parseBlocks(found?.blocks);
  if (found === undefined || blocks === undefined) return undefined;
  const workload: Workload = {
    pattern: found.pattern === "random" ? "random" : "sequential",
    readPercent: parseMix(found.mix),
    ...blocks,
    depth: parseDepth(found.depth),
    engine: found.engine ?? defaults.engine,
    distribution: found.distribution ?? defaults.distribution,
    data: found.data ?? defaults.data,
    ...(found.align === undefined ? {} : { alignBytes: parseSize(found.align) }),
    spanPercent: found.span === undefined ? defaults.spanPercent : Number(found.span),
    load: parseLoad(found.rate, found.poisson !== undefined),
    precondition: found.after?.split("+") ?? [],
    steady: found.steady !== undefined,
  };
  // Only the canonical spelling is a key: "1024k" or "50-40" would be a second name for a workload, or for none.
  return workloadKey(workload) === key ? workload : undefined;
}

function mixName(readPercent: number): string {
  if (readPercent === 100) return "read";
  return readPercent === 0 ? "write" : `${readPercent}-${100 - readPercent}`;
}

function parseMix(mix = ""): number {
  if (mix === "read") return 100;
  return mix === "write" ? 0 : Number.parseInt(mix, 10);
}

function blocksName({ blockBytes, blockMix }: Pick<Workload, "blockBytes" | "blockMix">): string {
  if (blockBytes !== undefined) return sizeName(blockBytes);
  return `mix(${writeBlockMix(parseBlockMix(blockMix ?? "") ?? [])})`;
}

function parseBlocks(blocks = ""): Pick<Workload, "blockBytes" | "blockMix"> | undefined {
  if (!blocks.startsWith("mix(")) return { blockBytes: parseSize(blocks) };
  const blockMix = blocks.slice("mix(".length, -1);
  return parseBlockMix(blockMix) === undefined ? undefined : { blockMix };
}

function sizeName(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2}m`;
  return bytes % 1024 === 0 ? `${bytes / 1024}k` : `${bytes}b`;
}

function parseSize(size: string): number {
  const unit = size.at(-1);
  return Number(size.slice(0, -1)) * (unit === "m" ? 1024 ** 2 : unit === "k" ? 1024 : 1);
}

/** A single thread is left out. */
function depthName(depth: PointDepth): string {
  if (depth.kind === "total") return `total${depth.totalDepth}-max${depth.threadsMax}`;
  return depth.threads === 1 ? `qd${depth.queueDepth}` : `qd${depth.queueDepth}-t${depth.threads}`;
}

function parseDepth(depth = ""): PointDepth {
  const [first = 0, second = 1] = depth.match(/\d+/g)?.map(Number) ?? [];
  return depth.startsWith("total")
    ? { kind: "total", totalDepth: first, threadsMax: second }
    : { kind: "perThread", queueDepth: first, threads: second };
}

function rateName({ ratePerSecond, pace }: Extract<PointLoad, { kind: "open" }>): string {
  return `rate${ratePerSecond}${pace === "poisson" ? ":poisson" : ""}`;
}

function parseLoad(rate: string | undefined, poisson: boolean): PointLoad {
  if (rate === undefined) return defaults.load;
  return { kind: "open", ratePerSecond: Number(rate), pace: poisson ? "poisson" : "fixed" };
}
