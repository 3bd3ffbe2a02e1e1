import { parseBlockMix, writeBlockMix } from "../../plan/block-mix.ts";
import type { KnownSpec, SpecGap, SpecPart } from "../imported-run.ts";
import { isOn, parseBytes, parseSeconds, parseWhole } from "./quantities.ts";

/** The options of a job by their names, those of the file's [global] section included. */
export interface Options extends ReadonlyMap<string, string> {
  /** This version leaves out options that were given without a value: a switch that is not there may still be on. */
  readonly omitsSwitches: boolean;
}

/** The first version seen to write them; fio 3.33 does not. */
const writesSwitches = [3, 42] as const;

export function optionsOf(version: string, values: Iterable<readonly [string, string]>): Options {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number);
  const [sinceMajor, sinceMinor] = writesSwitches;
  const omitsSwitches = major < sinceMajor || (major === sinceMajor && !(minor >= sinceMinor));
  return Object.assign(new Map(values), { omitsSwitches });
}

/** What options say of one part of a workload: what is known, or why it is not. */
export interface Said {
  readonly known?: KnownSpec;
  readonly gap?: SpecGap;
}

const gap = (part: SpecPart, reason: string): Said => ({ gap: { part, reason } });

function option(options: Options, ...names: readonly string[]): string | undefined {
  return names.map((name) => options.get(name)).find((value) => value !== undefined);
}

const directions: Record<string, { pattern: "random" | "sequential"; readPercent?: number }> = {
  read: { pattern: "sequential", readPercent: 100 },
  write: { pattern: "sequential", readPercent: 0 },
  rw: { pattern: "sequential" },
  readwrite: { pattern: "sequential" },
  randread: { pattern: "random", readPercent: 100 },
  randwrite: { pattern: "random", readPercent: 0 },
  randrw: { pattern: "random" },
};

/** Order and mix. fio reads in sequence where it is told nothing, and mixes half and half. */
export function accessOf(options: Options): Said {
  const rw = option(options, "rw", "readwrite") ?? "read";
  const access = directions[rw];
  if (access === undefined) return gap("pattern", `rw=${rw} has no counterpart here`);
  const { pattern, readPercent = mixOf(options) } = access;
  if (readPercent === undefined)
    return { known: { pattern }, ...gap("readPercent", "its mix is not a whole percentage") };
  return { known: { pattern, readPercent } };
}

function mixOf(options: Options): number | undefined {
  const reads = options.get("rwmixread");
  const writes = options.get("rwmixwrite");
  if (reads !== undefined && writes !== undefined) return undefined;
  const percent = reads === undefined ? 100 - (parseWhole(writes ?? "50") ?? -1) : parseWhole(reads);
  return percent !== undefined && percent >= 0 && percent <= 100 ? percent : undefined;
}

/** Sizes: one, or shares of several. fio's default is 4 KiB. */
export function blocksOf(options: Options): Said {
  const split = options.get("bssplit");
  if (split !== undefined) return mixedBlocksOf(split);
  if (options.has("bsrange") || options.has("blocksize_range"))
    return gap("blocks", "a range of sizes has no counterpart here");
  const text = option(options, "bs", "blocksize") ?? "4k";
  const sizes = new Set(text.split(",").map(parseBytes));
  const [blockBytes] = sizes;
  if (sizes.size > 1) return gap("blocks", `bs=${text} differs between reads and writes`);
  return blockBytes === undefined || blockBytes === 0
    ? gap("blocks", `bs=${text} is no size`)
    : { known: { blockBytes } };
}

function mixedBlocksOf(split: string): Said {
  const shares = split.split(":").map((share) => {
    const [size = "", percent = ""] = share.split("/");
    return { bytes: parseBytes(size) ?? 0, percent: parseWhole(percent) ?? 0 };
  });
  const whole = shares.reduce((sum, { percent }) => sum + percent, 0) === 100;
  const blockMix = writeBlockMix(shares.toSorted((a, b) => a.bytes - b.bytes));
  if (!whole || shares.length < 2 || parseBlockMix(blockMix) === undefined) {
    return gap("blocks", `bssplit=${split} is not one list of sizes whose shares are stated and add up to 100 %`);
  }
  return { known: { blockMix } };
}

/** Engines that keep one operation outstanding, whatever their iodepth says. */
const syncEngines = new Set(["sync", "psync", "vsync", "pvsync", "pvsync2"]);

/** What a thread keeps outstanding. */
export function queueDepthOf(options: Options): Said {
  if (isSync(options)) return { known: { queueDepth: 1 } };
  const text = options.get("iodepth") ?? "1";
  const queueDepth = parseWhole(text);
  return queueDepth ? { known: { queueDepth } } : gap("queueDepth", `iodepth=${text} is no depth`);
}

function isSync(options: Options): boolean {
  return syncEngines.has(options.get("ioengine") ?? "psync");
}

export function engineOf(options: Options): Said {
  const engine = options.get("ioengine") ?? "psync";
  const poll = isOn(options.get("hipri")) ? "+poll" : "";
  if (options.omitsSwitches && !options.has("hipri") && (engine === "io_uring" || engine === "pvsync2")) {
    return gap("engine", "this version of fio does not write whether it polled (hipri)");
  }
  if (engine === "io_uring") {
    return { known: { engine: `io_uring${poll}${isOn(options.get("sqthread_poll")) ? "+sqpoll" : ""}` } };
  }
  // One positioned read or write at a time, as the engine of that name here; only the newest call can poll.
  if (engine === "pvsync2") return { known: { engine: `sync${poll}` } };
  if (engine === "psync" || engine === "pvsync") return { known: { engine: "sync" } };
  return gap("engine", `fio's engine ${engine} has no counterpart here`);
}

/** Only direct I/O measures the drive and not the memory before it. */
export function cacheOf(options: Options): Said {
  return isOn(options.get("direct")) ? {} : gap("cache", "it goes through the page cache (direct=1 is not set)");
}

export function distributionOf(options: Options): Said {
  const text = options.get("random_distribution") ?? "random";
  if (text !== "random" && !/^zipf:\d+(?:\.\d+)?$/.test(text)) {
    return gap("distribution", `random_distribution=${text} has no counterpart here`);
  }
  const { pattern, readPercent } = accessOf(options).known ?? {};
  if (pattern === "random" && readPercent !== 100 && !isOn(options.get("norandommap"))) {
    return gap("distribution", "fio writes each block once before any twice, unless norandommap is set");
  }
  return { known: { distribution: text === "random" ? "uniform" : text } };
}

const contentOptions = ["zero_buffers", "buffer_pattern", "buffer_compress_percentage", "dedupe_percentage", "verify"];

/** What is written; of reads it says nothing. */
export function dataOf(options: Options): Said {
  if (accessOf(options).known?.readPercent === 100) return { known: { data: "incompressible" } };
  const set = contentOptions.find((name) => options.has(name) && options.get(name) !== "0");
  if (set !== undefined) return gap("data", `${set} has no counterpart here`);
  if (isOn(options.get("refill_buffers"))) return { known: { data: "incompressible" } };
  return gap("data", "fio writes the same few buffers again unless refill_buffers is set");
}

/** Which part of its target. Without a size fio takes all of it. */
export function spanOf(options: Options): Said {
  const file = options.get("filename");
  if (file === undefined) return gap("target", "fio makes a file of its own");
  if (/(?<!\\):/.test(file)) return gap("target", "it works on several files at once");
  const size = options.get("size");
  if (size === undefined) return { known: { spanPercent: 100 } };
  const [, percent] = /^(\d{1,3})%$/.exec(size) ?? [];
  const spanPercent = Number(percent);
  if (percent === undefined || spanPercent < 1 || spanPercent > 100) {
    return gap("spanPercent", `size=${size} of a target whose own size the file does not tell`);
  }
  return { known: { spanPercent } };
}

const loadOptions = [
  "rate",
  "rate_iops",
  "rate_process",
  "thinktime",
  "latency_target",
  "steadystate",
  "steadystate_duration",
  "ss",
];

/** fio counts the latency of a paced load from its submission and not from when it was due: that is another figure. */
export function loadOf(options: Options): Said {
  const set = loadOptions.find((name) => options.has(name));
  if (set !== undefined) return gap("load", `${set} has no counterpart here`);
  return { known: { load: { kind: "closed" } } };
}

export function endingOf(options: Options): Said {
  const durationSeconds = parseSeconds(option(options, "runtime", "timeout") ?? "");
  if (durationSeconds === undefined || !Number.isInteger(durationSeconds) || durationSeconds < 1) {
    return gap("ending", "it states no runtime in whole seconds");
  }
  const rampSeconds = parseSeconds(options.get("ramp_time") ?? "0");
  if (rampSeconds === undefined || !Number.isInteger(rampSeconds))
    return gap("rampSeconds", "its ramp_time is no time in whole seconds");
  return { known: { rampSeconds, ending: { kind: "duration", durationSeconds } } };
}

export function alignmentOf(options: Options): Said {
  const text = option(options, "ba", "blockalign");
  if (text === undefined) return {};
  const alignBytes = parseBytes(text);
  return alignBytes ? { known: { alignBytes } } : gap("alignBytes", `blockalign=${text} is no one size`);
}

/** What is read above, and what changes no load: names, logs, percentiles, memory and placement of threads. */
const readOptions = new Set([
  ...["rw", "readwrite", "rwmixread", "rwmixwrite", "bs", "blocksize", "bssplit", "bsrange", "blocksize_range"],
  ...["iodepth", "numjobs", "ioengine", "hipri", "sqthread_poll", "sqthread_poll_cpu", "direct", "norandommap"],
  ...["random_distribution", "refill_buffers", "filename", "size", "runtime", "timeout", "time_based", "ramp_time"],
  ...["ba", "blockalign", ...loadOptions, ...contentOptions],
  ...["name", "description", "directory", "group_reporting", "stonewall", "new_group", "wait_for_previous", "thread"],
  ...["percentile_list", "lat_percentiles", "clat_percentiles", "slat_percentiles", "significant_figures"],
  ...["write_bw_log", "write_lat_log", "write_iops_log", "write_hist_log", "log_avg_msec", "log_hist_msec"],
  ...["log_hist_coarseness", "log_unix_epoch", "log_offset", "per_job_logs", "log_max_value", "status-interval"],
  ...["randrepeat", "allrandrepeat", "randseed", "random_generator", "invalidate", "allow_file_create"],
  ...["do_verify", "verify_fatal", "cpus_allowed", "cpus_allowed_policy", "numa_cpu_nodes", "numa_mem_policy"],
  ...["fixedbufs", "registerfiles", "nonvectored", "iomem", "mem", "exitall", "exitall_on_error", "nice", "prio"],
]);

/** Options that may change the load in a way that is not read here. */
export function restOf(options: Options): Said {
  const unread = [...options.keys()].filter((name) => !readOptions.has(name));
  return unread.length === 0 ? {} : gap("other", `not read here: ${unread.slice(0, 8).join(", ")}`);
}
