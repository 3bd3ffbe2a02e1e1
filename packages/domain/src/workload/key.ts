import { parseBlockMix } from "../plan/block-mix.ts";
import type { PointDepth, PointLoad } from "../plan/point-spec.ts";
import type { DriveSettings } from "../plan/settings.ts";
import { loadKey, parseSize } from "./load-key.ts";
import { assumedWorkload, defaults, isStated, type StatedWorkload, type Workload } from "./workload.ts";

/**
 * Key of a workload: stable, readable, and unlike that of any other. What is as by default is left out: the common case
 * is "random-read-4k-qd16", the longest has all of "random-70-30-mix(512:10,4k:90)-total8-max4-zipf:1.1-compressible:2-
 * align512b-span75-rate23.53:poisson-sync+poll-set(powerState=1)-after(purge:format+fill:sequential:131072:2)-steady-
 * beside(random-read-4k-qd1)".
 */
export function workloadKey(workload: Workload | StatedWorkload): string {
  const complete = isStated(workload) ? assumedWorkload(workload) : workload;
  const { engine, overProvisioningPercent, settings, precondition, beside } = complete;
  const set = settingTexts(settings);
  return [
    loadKey(complete),
    ...(engine === defaults.engine ? [] : [engine]),
    ...(overProvisioningPercent === undefined ? [] : [`op${overProvisioningPercent}`]),
    ...(set.length === 0 ? [] : [`set(${set.join("+")})`]),
    ...(precondition.length === 0 ? [] : [`after(${precondition.join("+")})`]),
    ...steadyName(complete.steadyState),
    ...(complete.preconditions ? ["preconditioning"] : []),
    ...(beside.length === 0 ? [] : [`beside(${beside.join("_")})`]),
  ].join("-");
}

function steadyName(steadyState: Workload["steadyState"]): string[] {
  if (steadyState === undefined) return [];
  return [steadyState === "reached" ? "steady" : "notsteady"];
}

const settingNames = ["powerState", "powerGovernor", "scheduler"] as const;

function settingTexts(settings: DriveSettings): string[] {
  return settingNames.flatMap((name) => (settings[name] === undefined ? [] : [`${name}=${settings[name]}`]));
}

function parseSettings(text: string | undefined): DriveSettings {
  const pairs = text?.split("+").map((pair) => pair.split("=")) ?? [];
  return Object.fromEntries(pairs.map(([name, value]) => [name, name === "scheduler" ? value : Number(value)]));
}

const SIZE = String.raw`(?:\d+[bkm])`;
const KEY = new RegExp(
  [
    "^(?<pattern>random|sequential|sprandom)",
    String.raw`-(?<mix>read|write|\d{1,2}-\d{1,2})`,
    String.raw`-(?<blocks>${SIZE}|mix\([\dkM:,]+\))`,
    String.raw`-(?<depth>qd\d+(?:-t\d+)?|total\d+-max\d+)`,
    String.raw`(?:-(?<distribution>zipf:[\d.]+|hotspot:\d+/\d+))?`,
    String.raw`(?:-(?<data>verified|compressible:[\d.]+))?`,
    `(?:-align(?<align>${SIZE}))?`,
    String.raw`(?:-span(?<span>\d{1,3}))?`,
    String.raw`(?:-rate(?<rate>[\d.]+)(?<poisson>:poisson)?)?`,
    String.raw`(?:-(?<engine>(?:io_uring|passthrough|sync|null)(?:\+poll)?(?:\+sqpoll)?))?`,
    String.raw`(?:-op(?<op>\d{1,2}))?`,
    String.raw`(?:-set\((?<set>(?:(?:powerState|powerGovernor)=\d{1,3}|scheduler=[a-z0-9_-]{1,32}|\+)+)\))?`,
    String.raw`(?:-after\((?<after>[A-Za-z0-9.:+]+)\))?`,
    "(?:-(?<steady>steady|notsteady))?(?<preconditions>-preconditioning)?",
    String.raw`(?:-beside\((?<beside>[\w:,.()/-]+)\))?$`,
  ].join(""),
);

/** Longest text that can be a key. */
const KEY_CHARACTERS_LIMIT = 4000;

/** Reads a key back, for a comparison kept in a URL; `undefined` when it is not one. */
export function parseWorkloadKey(key: string): Workload | undefined {
  const found = key.length > KEY_CHARACTERS_LIMIT ? undefined : KEY.exec(key)?.groups;
  const blocks = parseBlocks(found?.blocks);
  if (found === undefined || blocks === undefined) return undefined;
  const workload: Workload = {
    pattern: found.pattern as Workload["pattern"],
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
    ...(found.steady === undefined ? {} : { steadyState: found.steady === "steady" ? "reached" : "notReached" }),
    preconditions: found.preconditions !== undefined,
    ...(found.op === undefined ? {} : { overProvisioningPercent: Number(found.op) }),
    settings: parseSettings(found.set),
    beside: found.beside?.split("_") ?? [],
  };
  // Only the canonical spelling is a key: "1024k" or "50-40" would be a second name for a workload, or for none.
  return workloadKey(workload) === key ? workload : undefined;
}

function parseMix(mix = ""): number {
  if (mix === "read") return 100;
  return mix === "write" ? 0 : Number.parseInt(mix, 10);
}

function parseBlocks(blocks = ""): Pick<Workload, "blockBytes" | "blockMix"> | undefined {
  if (!blocks.startsWith("mix(")) return { blockBytes: parseSize(blocks) };
  const blockMix = blocks.slice("mix(".length, -1);
  return parseBlockMix(blockMix) === undefined ? undefined : { blockMix };
}

function parseDepth(depth = ""): PointDepth {
  const [first = 0, second = 1] = depth.match(/\d+/g)?.map(Number) ?? [];
  return depth.startsWith("total")
    ? { kind: "total", totalDepth: first, threadsMax: second }
    : { kind: "perThread", queueDepth: first, threads: second };
}

function parseLoad(rate: string | undefined, poisson: boolean): PointLoad {
  if (rate === undefined) return defaults.load;
  return { kind: "open", ratePerSecond: Number(rate), pace: poisson ? "poisson" : "fixed" };
}
