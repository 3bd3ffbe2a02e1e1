import type { PointSpec } from "../../plan/point-spec.ts";
import type { KnownSpec, SpecGap } from "../imported-run.ts";
import type { FileRemark } from "../problem.ts";
import {
  accessOf,
  alignmentOf,
  blocksOf,
  cacheOf,
  dataOf,
  distributionOf,
  endingOf,
  engineOf,
  loadOf,
  type Options,
  queueDepthOf,
  restOf,
  type Said,
  spanOf,
} from "./options.ts";
import { parseWhole } from "./quantities.ts";

/** What surrounds a job in its file. */
export interface Surroundings {
  /** Entries of the document that are jobs of its section. */
  readonly entries: number;
  /** Other jobs of the file may have run at the same time. */
  readonly hasCompany: boolean;
  /** A job of the file that wrote came before: it found another drive than the first did. */
  readonly followsWrites: boolean;
}

export interface JobWorkload {
  readonly known: KnownSpec;
  readonly gaps: readonly SpecGap[];
  readonly spec: PointSpec | undefined;
}

const parts: readonly ((options: Options) => Said)[] = [
  engineOf,
  accessOf,
  blocksOf,
  queueDepthOf,
  cacheOf,
  distributionOf,
  dataOf,
  alignmentOf,
  spanOf,
  loadOf,
  endingOf,
  restOf,
];

/** The workload of a job by its options: whole only if all that defines it here is stated, or defined by fio's manual where it is not. */
export function workloadOfJob(options: Options | undefined, around: Surroundings): JobWorkload {
  if (options === undefined) {
    const reason = "this version of fio does not write the options of its jobs";
    return { known: {}, gaps: [{ part: "other", reason }], spec: undefined };
  }
  const said = [...parts.map((read) => read(options)), threadsOf(options, around), ...companyOf(around)];
  const known: KnownSpec = Object.assign({}, ...said.map((each) => each.known ?? {}));
  const gaps = said.flatMap((each) => each.gap ?? []);
  return { known, gaps, spec: gaps.length === 0 ? specOf(known) : undefined };
}

/** fio rounds what it reports, and stops its jobs one after the other: by so much a job that ran its whole time may be short. */
const shortMs = (seconds: number) => Math.min(1000, 50 * seconds);

/**
 * The workload with the time that was measured, where that is less than what was asked for: unless `time_based` is set a job ends
 * with its size, and any may be stopped.
 */
export function asMeasured(
  workload: JobWorkload,
  elapsedNs: number,
  path: string,
): JobWorkload & { readonly warnings: readonly FileRemark[] } {
  const { ending } = workload.known;
  const stated = ending?.kind === "duration" ? ending.durationSeconds : undefined;
  if (stated === undefined || stated * 1000 - elapsedNs / 1e6 <= shortMs(stated)) return { ...workload, warnings: [] };
  const measured = elapsedNs / 1e9;
  const message = `It ended after ${measured} s of its runtime of ${stated} s: what was measured is its length here.`;
  const warnings = [{ path, message }];
  const durationSeconds = Math.round(measured);
  if (durationSeconds < 1) {
    const gap = { part: "ending" as const, reason: `it ended after ${measured} s of its runtime` };
    return { ...workload, gaps: [...workload.gaps, gap], spec: undefined, warnings };
  }
  const known = { ...workload.known, ending: { kind: "duration" as const, durationSeconds } };
  const { gaps } = workload;
  return { known, gaps, spec: gaps.length === 0 ? specOf(known) : undefined, warnings };
}

/** Threads of what one entry of the document reports: all of its section's jobs where they have one together, else one. */
function threadsOf(options: Options, { entries }: Surroundings): Said {
  const text = options.get("numjobs") ?? "1";
  const jobs = parseWhole(text);
  if (!jobs) return { gap: { part: "threads", reason: `numjobs=${text} is no number of jobs` } };
  if (entries === 1) return { known: { threads: jobs } };
  return { known: { threads: 1 }, gap: { part: "beside", reason: `it is one of ${entries} jobs of its section` } };
}

function companyOf({ hasCompany, followsWrites }: Surroundings): Said[] {
  return [
    ...(hasCompany
      ? [{ gap: { part: "beside", reason: "other jobs of the file ran, or may have run, at the same time" } } as const]
      : []),
    ...(followsWrites
      ? [{ gap: { part: "precondition", reason: "jobs of the same file wrote before it" } } as const]
      : []),
  ];
}

/** Without gaps every part is known. */
function specOf({ queueDepth, threads, ...known }: KnownSpec): PointSpec | undefined {
  if (queueDepth === undefined || threads === undefined) return undefined;
  const depth = { kind: "perThread", queueDepth, threads } as const;
  return { ...(known as Omit<PointSpec, "depth" | "precondition">), depth, precondition: [] };
}
