import { blockSizes } from "../plan/block-mix.ts";
import type { PointDepth, PointLoad } from "../plan/point-spec.ts";
import { formatBlockSize, formatCount } from "../units/units.ts";
import { assumedWorkload, defaults, isStated, type StatedWorkload, type Workload } from "./workload.ts";

/** What a sweep varies, and the title of its curve leaves out. */
export type SweptPart = "size" | "mix" | "depth";

/**
 * A workload in words: "4 KiB random read, QD16", "8 KiB random 67/33 read/write, QD32, 4 threads". Without its depth:
 * "4 KiB random read"; without its size: "random read, QD16".
 */
export function describeWorkload(workload: Workload | StatedWorkload, without?: SweptPart): string {
  const complete = isStated(workload) ? assumedWorkload(workload) : workload;
  return [
    describeOperations(complete, without),
    ...describeDepth(complete.depth, without === "depth"),
    ...describeMore(complete),
  ].join(", ");
}

/** The words of a workload one by one, for whoever says some of them elsewhere. */
export interface WorkloadWords {
  /** "4 KiB", or the shares of a mix of sizes. */
  readonly blocks: string;
  readonly pattern: string;
  /** "read", "write" or "70/30 read/write". */
  readonly mix: string;
  /** All but the depth that is not as by default. */
  readonly more: readonly string[];
}

export function workloadWords(workload: Workload): WorkloadWords {
  return {
    blocks: describeBlocks(workload),
    pattern: workload.pattern,
    mix: describeMix(workload.readPercent),
    more: describeMore(workload),
  };
}

function describeMore(workload: Workload): string[] {
  const { engine, distribution, data, alignBytes, spanPercent, load } = workload;
  return [
    ...(load.kind === "closed" ? [] : [describeLoad(load)]),
    ...(distribution === defaults.distribution ? [] : [describeDistribution(distribution)]),
    ...(data === defaults.data ? [] : [describeData(data)]),
    ...(alignBytes === undefined ? [] : [`aligned to ${formatBlockSize(alignBytes).text}`]),
    ...(spanPercent === defaults.spanPercent ? [] : [`first ${spanPercent}% of the target`]),
    ...(engine === defaults.engine ? [] : [engine.replaceAll("+", " + ")]),
    ...describeState(workload),
  ];
}

function describeOperations(workload: Workload, without: SweptPart | undefined): string {
  return [
    ...(without === "size" ? [] : [describeBlocks(workload)]),
    workload.pattern,
    without === "mix" ? "read/write" : describeMix(workload.readPercent),
  ].join(" ");
}

/** What surrounds the load: the drive's settings and state, and what else runs. */
function describeState({ settings, precondition, steadyState, beside, preconditions, ...rest }: Workload): string[] {
  const { powerState, powerGovernor, scheduler } = settings;
  const reserve = rest.overProvisioningPercent;
  return [
    ...(reserve === undefined ? [] : [`${reserve}% over-provisioning assumed`]),
    ...(powerState === undefined ? [] : [`power state ${powerState}`]),
    ...(powerGovernor === undefined ? [] : [`power governor ${powerGovernor}`]),
    ...(scheduler === undefined ? [] : [`scheduler ${scheduler}`]),
    ...(precondition.length === 0 ? [] : [`after ${precondition.map(describeStateWord).join(", ")}`]),
    ...(steadyState === undefined ? [] : [steadyStateWords[steadyState]]),
    ...(preconditions ? ["preconditioning"] : []),
    ...(beside.length === 0
      ? []
      : [`beside ${formatCount(beside.length)} other ${beside.length === 1 ? "load" : "loads"}`]),
  ];
}

const steadyStateWords = { reached: "steady state", notReached: "steady state not reached" } as const;

const metricNames: Readonly<Record<string, string>> = {
  iops: "IOPS",
  bandwidth: "throughput",
  meanLatency: "mean latency",
};

const purgeNames: Readonly<Record<string, string>> = {
  format: "Format NVM",
  sanitizeBlock: "sanitize, block erase",
  sanitizeCrypto: "sanitize, crypto erase",
  sanitizeOverwrite: "sanitize, overwrite",
};

/** What a step made of the drive, in words: "2 × 128 KiB sequential fill", "format", "steady state in IOPS". */
function describeStateWord(word: string): string {
  const [kind, ...parts] = word.split(":");
  const metrics = parts.map((part) => metricNames[part] ?? part).join(", ");
  switch (kind) {
    case "purge":
      return `purge (${parts.map((part) => purgeNames[part] ?? part).join(" ")})`;
    case "steady":
      return `steady state in ${metrics}`;
    case "notSteady":
      return `rounds without steady state in ${metrics}`;
    case "incomplete":
      return "incomplete preconditioning";
    case "fill":
      return describeFill(parts);
    default:
      return word;
  }
}

function describeFill([method = "", blockBytes, fills, ...rest]: readonly string[]): string {
  const [first = ""] = rest;
  const reserve = /^\d+$/.test(first) ? [`${first}% over-provisioning`] : [];
  const more = [...reserve, ...rest.slice(reserve.length)].map((part) => part.replace(/^span(\d+)$/, "first $1%"));
  const fill = `${fills} × ${formatBlockSize(Number(blockBytes)).text} ${method} fill`;
  return more.length === 0 ? fill : `${fill} (${more.join(" ")})`;
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

function describeDepth(depth: PointDepth, threadsAlone: boolean): string[] {
  if (depth.kind === "total") {
    const threads = `up to ${depth.threadsMax} threads`;
    return [threadsAlone ? threads : `QD${depth.totalDepth} over ${threads}`];
  }
  return [
    ...(threadsAlone ? [] : [`QD${depth.queueDepth}`]),
    ...(depth.threads === 1 ? [] : [`${depth.threads} threads`]),
  ];
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
