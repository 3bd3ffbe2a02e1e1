import type { ImportedPoint } from "../imported-run.ts";
import type { Field } from "../json/field.ts";
import { importLimits } from "../limits.ts";
import { type FileRemark, ImportProblem } from "../problem.ts";
import { type FioJob, jobOf, pointOfJob } from "./job.ts";
import { mergedJobs } from "./merge-jobs.ts";
import type { Surroundings } from "./workload.ts";

/** One JSON document of fio. */
export interface FioDocument {
  readonly version: string;
  /** Unix milliseconds of when it was written: at the end, or at an interim report. */
  readonly writtenAtMs: number | undefined;
  readonly startedAtMs: number | undefined;
  readonly jobs: readonly FioJob[];
  readonly field: Field;
}

const VERSION = /^fio-(\d{1,3}\.\S{1,60})$/;

export function documentOf(field: Field): FioDocument {
  const stated = field.at("fio version");
  if (stated.isAbsent) refuseStateOfDrive(field);
  const version = VERSION.exec(stated.text())?.[1] ?? stated.fail("is no version of fio");
  const list = field.either("jobs", "client_stats");
  const items = list.items();
  if (items.length > importLimits.points) list.fail(`has ${items.length} jobs; the limit is ${importLimits.points}`);
  const jobs = items.map((job) => jobOf(job, field.at("global options"), version));
  if (jobs.length === 0) list.fail("has no job");
  const seconds = field.at("timestamp").optionalCount();
  const writtenAtMs = field.at("timestamp_ms").optionalCount() ?? (seconds === undefined ? undefined : seconds * 1000);
  return { version, writtenAtMs, startedAtMs: startOf(jobs, writtenAtMs), jobs, field };
}

/** Tools that tell of drives, by a field of each one's own. */
const ownFields: Readonly<Record<string, string>> = { smartctl: "smartctl", "nvme-cli": "critical_warning" };

/** What people take for results, as it is about the same drive. */
function refuseStateOfDrive(field: Field): void {
  const tool = Object.keys(ownFields).find((each) => !field.at(ownFields[each] ?? each).isAbsent);
  if (tool === undefined) return;
  throw new ImportProblem(
    "",
    `This is output of ${tool}: it says what state a drive is in, and holds no result of a benchmark. The agent reads that itself.`,
  );
}

/** As its first job says, or by how long fio had been running. */
function startOf(jobs: readonly FioJob[], writtenAtMs: number | undefined): number | undefined {
  const started = jobs.flatMap(({ field }) => field.at("job_start").optionalCount() ?? []);
  if (started.length > 0) return Math.min(...started);
  const elapsed = jobs.flatMap(({ field }) => field.at("elapsed").optionalCount() ?? []);
  return writtenAtMs === undefined || elapsed.length === 0 ? undefined : writtenAtMs - Math.max(...elapsed) * 1000;
}

export interface ReadDocument {
  readonly points: readonly ImportedPoint[];
  readonly refused: readonly FileRemark[];
}

/** The points of a document: one of each job, and one of jobs that were one load and can be added. */
export function pointsOf({ jobs }: FioDocument): ReadDocument {
  const refused: FileRemark[] = [];
  const orRefused = (read: () => readonly ImportedPoint[]) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ImportProblem)) throw error;
      refused.push({ path: error.path, message: error.message });
      return [];
    }
  };
  const points = jobs.flatMap((job, index) => orRefused(() => [pointOfJob(job, surroundingsOf(jobs, index))]));
  return { points: [...points, ...orRefused(() => mergedJobs(jobs, points))], refused };
}

/** Jobs run at the same time unless a job, and each after it, waits for those before (stonewall). */
function surroundingsOf(jobs: readonly FioJob[], index: number): Surroundings {
  const waits = (job: FioJob | undefined) =>
    job?.options?.has("stonewall") ?? job?.options?.has("wait_for_previous") ?? false;
  const isAlone = (index === 0 || waits(jobs[index])) && (index === jobs.length - 1 || waits(jobs[index + 1]));
  const before = jobs.slice(0, index);
  const { name, group } = jobs[index] ?? {};
  const entries = jobs.filter((job) => job.name === name && job.group === group).length;
  return { entries, hasCompany: !isAlone, followsWrites: before.some(({ field }) => wrote(field)) };
}

function wrote(job: Field): boolean {
  return (job.at("write").at("io_bytes").optionalCount() ?? 0) > 0;
}
