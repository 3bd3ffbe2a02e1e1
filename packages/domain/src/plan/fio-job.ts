import { blockSizes } from "./block-mix.ts";
import { countPoints } from "./count.ts";
import { allSteps, type PlacedStep } from "./effects.ts";
import { measurementsOf } from "./estimate.ts";
import type { PlannedPoint, PointDepth, PointSpec } from "./point-spec.ts";
import type { PlanStep } from "./steps.ts";

interface NamedPlan {
  readonly name: string;
  readonly steps: readonly PlanStep[];
}

/**
 * A plan as a job file of fio, one job a point, one after the other but the streams of one step, on the target named by
 * the environment variable TARGET. A body that is repeated stands there once. What fio cannot express, or does otherwise than uring-bench, stands in a comment where it belongs.
 */
export function fioJobFile({ name, steps }: NamedPlan, points: readonly PlannedPoint[]): string {
  const sections = allSteps(steps).map((placed) => stepSection(placed, points));
  return `${[header(name), ...sections].join("\n\n")}\n`;
}

/** A point that stands for itself. */
export interface FioPoint extends Pick<PlannedPoint, "sequence" | "spec"> {
  /** What it is. */
  readonly title?: readonly string[];
  /** What its job does not do. */
  readonly notes?: readonly string[];
}

/** Points as a job file of fio, one after the other, whatever plan they are of; `rest` is what has no job. */
export function fioPointsFile(name: string, points: readonly FioPoint[], rest: readonly string[] = []): string {
  const jobs = points.map((point) => [...titleOf(point), ...notesOf(point), pointJob(point, true)].join("\n"));
  const end = rest.length === 0 ? [] : [rest.map((text) => `; ${oneLine(text)}`).join("\n")];
  return `${[header(name), ...jobs, ...end].join("\n\n")}\n`;
}

function titleOf({ title = [] }: FioPoint): string[] {
  return title.map((text) => `# ${oneLine(text)}`);
}

/** With what surrounded a point of a plan, which fio neither brings about nor sees. */
function notesOf({ spec, notes = [] }: FioPoint): string[] {
  const { precondition, settings = {}, beside = [] } = spec;
  const all = [
    ...notes,
    ...(precondition.length === 0 ? [] : ["Measured after preconditioning, which fio does not do: do it before."]),
    ...(Object.keys(settings).length === 0 ? [] : ["Measured with settings of the drive that fio does not make."]),
    ...(beside.length === 0 ? [] : ["Measured beside other loads, which are not in this job."]),
  ];
  return all.map((text) => `; ${oneLine(text)}`);
}

function header(name: string): string {
  return [
    `; ${oneLine(name)}, written by Crosspoint for fio`,
    "; Run it with: TARGET=/dev/… fio FILE. It writes to the target wherever a job's rw is not a read.",
    "; fio counts latency from the submission of an operation, also at a rate: what it sends late it does not count as slow.",
    "[global]",
    `filename=\${TARGET}`,
    "direct=1",
    "thread=1",
    "group_reporting=1",
    "norandommap=1",
    "randrepeat=0",
    "lat_percentiles=1",
    "percentile_list=50:90:99:99.9:99.99:99.999",
  ].join("\n");
}

function stepSection({ step, path }: PlacedStep, points: readonly PlannedPoint[]): string {
  const said = unsaidByFio(step);
  const where = path.map((index) => index + 1).join(".");
  if (said !== undefined) return `; Step ${where}, ${step.kind}: ${said}`;
  const own = points.filter(({ stepPath }) => stepPath.join() === path.join());
  // Of a repeated body the first time.
  const jobs = measurementsOf(own.slice(0, countPoints([step]))).flatMap((together) =>
    together.map((point, index) => pointJob(point, index === 0)),
  );
  return jobs.join("\n\n");
}

/** What is to be known of a step that fio has nothing for; undefined for those that it measures. */
function unsaidByFio(step: PlanStep): string | undefined {
  switch (step.kind) {
    case "sweep":
    case "streams":
    case "fill":
      return undefined;
    case "rounds":
      return `what follows, up to ${step.roundsMax} times; fio does it once.`;
    case "each":
      return `what follows for each ${step.setting}, which fio cannot set; it does it once.`;
    case "search":
      return `what follows with ${step.raise} raised from ${step.from} to ${step.to} until a criterion fails; fio does it once.`;
    case "selfTest":
      return `the drive tests itself (${step.test}); fio does not have it do so.`;
    case "idle":
      return `wait ${step.seconds} s; fio does not.`;
    case "database":
      return "fio has no database; run pgbench by hand.";
    case "ratedFigures":
      return "the rated figures of a drive's model; export the plan of a run on that model instead.";
    default:
      return "fio cannot do this; do it before what follows.";
  }
}

function pointJob({ sequence, spec }: Pick<PlannedPoint, "sequence" | "spec">, isFirst: boolean): string {
  const name = spec.stream === undefined ? `point-${sequence}` : `point-${sequence}-${spec.stream}`;
  const slices = spec.slices === undefined ? [] : ["; fio does not count operations over thresholds by slice."];
  const lines = [engineOf, accessOf, blocksOf, depthOf, loadOf, dataOf, endingOf].flatMap((write) => write(spec));
  return [`[${name}]`, isFirst ? "stonewall=1" : "; Together with the job before.", ...slices, ...lines].join("\n");
}

function engineOf({ engine }: PointSpec): string[] {
  const [kind, ...options] = engine.split("+");
  const poll = options.includes("poll") ? ["hipri=1"] : [];
  const sqpoll = options.includes("sqpoll") ? ["sqthread_poll=1"] : [];
  switch (kind) {
    case "io_uring":
      return ["ioengine=io_uring", "fixedbufs=1", "registerfiles=1", ...poll, ...sqpoll];
    case "passthrough":
      return [
        "; TARGET has to be the generic device, /dev/ng…",
        "ioengine=io_uring_cmd",
        "cmd_type=nvme",
        ...poll,
        ...sqpoll,
      ];
    case "sync":
      return ["ioengine=pvsync2", ...poll];
    case "null":
      return ["ioengine=null"];
    default:
      return [`; fio has no engine ${engine}: its io_uring takes its place.`, "ioengine=io_uring"];
  }
}

function accessOf({ pattern, readPercent, distribution, spanPercent }: PointSpec): string[] {
  const prefix = pattern === "sequential" ? "" : "rand";
  const sprandom = pattern === "sprandom" ? ["; From fio 3.41 on, add sprandom=1: these are plain random writes."] : [];
  const size = `size=${spanPercent}%`;
  if (readPercent === 100) return [`rw=${prefix}read`, ...distributionOf(distribution), size];
  if (readPercent === 0) return [...sprandom, `rw=${prefix}write`, ...distributionOf(distribution), size];
  const mixed = pattern === "sequential" ? "rw" : "randrw";
  return [`rw=${mixed}`, `rwmixread=${readPercent}`, ...distributionOf(distribution), size];
}

function distributionOf(distribution: string): string[] {
  const [name, parameter = ""] = distribution.split(":");
  if (name === "uniform") return [];
  if (name === "zipf" && Number(parameter) === 1) {
    return ["; fio takes no exponent of 1.", "random_distribution=zipf:1.001"];
  }
  if (name === "zipf") return [`random_distribution=zipf:${parameter}`];
  const [accesses = 0, span = 0] = parameter.split("/").map(Number);
  const rest = `${100 - accesses}/${100 - span}`;
  return [
    "; The hot places are side by side here, and scattered in uring-bench.",
    `random_distribution=zoned:${accesses}/${span}:${rest}`,
  ];
}

function blocksOf(spec: PointSpec): string[] {
  const sizes = blockSizes(spec);
  const [only] = sizes;
  const blocks =
    sizes.length === 1
      ? `bs=${only?.bytes}`
      : `bssplit=${sizes.map(({ bytes, percent }) => `${bytes}/${percent}`).join(":")}`;
  return [blocks, ...(spec.alignBytes === undefined ? [] : [`blockalign=${spec.alignBytes}`])];
}

function depthOf({ depth }: PointSpec): string[] {
  const threads = threadsOf(depth);
  if (depth.kind === "perThread") return [`numjobs=${threads}`, `iodepth=${depth.queueDepth}`];
  const each = Math.ceil(depth.totalDepth / threads);
  const uneven =
    depth.totalDepth % threads === 0
      ? []
      : [`; ${depth.totalDepth} in all are not a whole number for each of ${threads} jobs.`];
  return [...uneven, `numjobs=${threads}`, `iodepth=${each}`];
}

function threadsOf(depth: PointDepth): number {
  return depth.kind === "perThread" ? depth.threads : Math.min(depth.totalDepth, depth.threadsMax);
}

/** fio's rate is that of each job, and a whole number. */
function loadOf({ load, depth }: PointSpec): string[] {
  if (load.kind === "closed") return [];
  const each = load.ratePerSecond / threadsOf(depth);
  const rate = Math.max(1, Math.round(each));
  const rounded = rate === each ? [] : [`; Rounded: ${load.ratePerSecond} a second in all.`];
  return [...rounded, `rate_iops=${rate}`, `rate_process=${load.pace === "poisson" ? "poisson" : "linear"}`];
}

function dataOf({ data, readPercent }: PointSpec): string[] {
  if (readPercent === 100) {
    return data === "verified" ? ["; What is read is not verified: fio writes and reads another form."] : [];
  }
  const [name, ratio] = data.split(":");
  if (name === "compressible") {
    return ["refill_buffers=1", `buffer_compress_percentage=${Math.round(100 * (1 - 1 / Number(ratio)))}`];
  }
  return name === "verified" ? ["; fio's own form of verified data.", "verify=crc32c"] : ["refill_buffers=1"];
}

function endingOf({ ending, rampSeconds, spanPercent }: PointSpec): string[] {
  const ramp = rampSeconds > 0 ? [`ramp_time=${rampSeconds}`] : [];
  switch (ending.kind) {
    case "duration":
      return [...ramp, "time_based=1", `runtime=${ending.durationSeconds}`];
    case "bytes":
      return [...ramp, `io_size=${ending.bytes}`, `runtime=${ending.durationSeconds}`];
    case "fills":
      return [...ramp, ...fillsOf(ending.fills, spanPercent), `runtime=${ending.durationSeconds}`];
    case "steadyState": {
      const { roundSeconds, roundsMax } = ending;
      return [
        ...ramp,
        `; It ends at steady state by rounds of ${roundSeconds} s, which fio does not know: this is the longest time.`,
        "time_based=1",
        `runtime=${roundSeconds * roundsMax}`,
      ];
    }
  }
}

function fillsOf(fills: number, spanPercent: number): string[] {
  if (Number.isInteger(fills)) return [`loops=${fills}`];
  return [
    `; ${fills} times ${spanPercent} % of the target; fio goes through it in whole times.`,
    `loops=${Math.ceil(fills)}`,
  ];
}

/** Of a name, what can stand in one comment. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
