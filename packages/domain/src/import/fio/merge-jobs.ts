import { mergeHistograms } from "../../histogram/histogram.ts";
import { countedExactly } from "../exact-counts.ts";
import type { ImportedDirection, ImportedLatency, ImportedPoint } from "../imported-run.ts";
import { ImportProblem } from "../problem.ts";
import { fioBinError } from "./bins.ts";
import type { FioJob } from "./job.ts";
import { parseWhole } from "./quantities.ts";
import { asMeasured, workloadOfJob } from "./workload.ts";

/**
 * The jobs of a document added up, where they are all one section's (numjobs without group_reporting): they were one load,
 * and its histogram is the sum of theirs. Without bins nothing can be added but counts, and there is no such point.
 */
export function mergedJobs(jobs: readonly FioJob[], points: readonly ImportedPoint[]): ImportedPoint[] {
  const [first] = jobs;
  if (first?.options === undefined || jobs.length < 2 || points.length !== jobs.length) return [];
  const isOneLoad = jobs.every(
    (job) => job.name === first.name && job.group === first.group && sameOptions(job, first),
  );
  const isWhole = parseWhole(first.options.get("numjobs") ?? "") === jobs.length;
  if (!isOneLoad || !isWhole) return [];
  const path = first.field.path.replace(/\[\d+\]$/, "");
  const directions = (["read", "write"] as const).map((direction) => summed(points, direction, path));
  if (directions.includes("notAddable")) return [];
  const elapsedNs = Math.max(...points.map(({ elapsedNs: own = 0 }) => own));
  const workload = workloadOfJob(first.options, { entries: 1, hasCompany: false, followsWrites: false });
  return [
    {
      name: `${first.name} (${jobs.length} jobs together)`,
      path,
      ...asMeasured(workload, elapsedNs, path),
      latencyFrom: points[0]?.latencyFrom,
      elapsedNs,
      directions: directions.flatMap((each) => (each === undefined || each === "notAddable" ? [] : [each])),
      littlesLaw: undefined,
    },
  ];
}

function sameOptions(a: FioJob, b: FioJob): boolean {
  if (a.options?.size !== b.options?.size) return false;
  return [...(a.options ?? [])].every(([name, value]) => b.options?.get(name) === value);
}

function summed(
  points: readonly ImportedPoint[],
  direction: "read" | "write",
  path: string,
): ImportedDirection | undefined | "notAddable" {
  const parts = points.flatMap(({ directions }) => directions.filter((each) => each.direction === direction));
  if (parts.length === 0) return undefined;
  const histograms = parts.flatMap(({ histogram }) => histogram ?? []);
  const isAlike = new Set(points.map(({ latencyFrom }) => latencyFrom)).size === 1;
  if (histograms.length !== parts.length || !isAlike) return "notAddable";
  const sum = (read: (part: ImportedDirection) => number | undefined) =>
    parts.reduce((total, part) => total + (read(part) ?? 0), 0);
  const count = (name: "operations" | "bytes") => {
    const total = sum((part) => part[name]);
    if (Number.isSafeInteger(total)) return total;
    throw new ImportProblem(path, `Together its jobs have ${total} ${name}: the limit is 2^53 - 1.`);
  };
  return {
    direction,
    operations: count("operations"),
    bytes: count("bytes"),
    iops: sum(({ iops }) => iops),
    bytesPerSecond: sum(({ bytesPerSecond }) => bytesPerSecond),
    latencyNs: pooled(parts),
    percentiles: [],
    histogram: countedExactly(path, () => mergeHistograms(histograms)),
    histogramError: fioBinError,
  };
}

/** Mean and deviation of all operations together, by those of each part and their numbers. */
function pooled(parts: readonly ImportedDirection[]): ImportedLatency | undefined {
  const known = parts.flatMap(({ latencyNs, histogram }) =>
    latencyNs === undefined || histogram === undefined ? [] : [{ ...latencyNs, count: histogram.totalCount }],
  );
  const count = known.reduce((total, part) => total + part.count, 0);
  if (known.length !== parts.length || count === 0) return undefined;
  const mean = known.reduce((total, part) => total + part.mean * part.count, 0) / count;
  const squares = known.reduce((total, part) => total + part.count * (part.stddev ** 2 + (part.mean - mean) ** 2), 0);
  const min = Math.min(...known.map((part) => part.min));
  return { min, mean, stddev: Math.sqrt(squares / count), max: Math.max(...known.map((part) => part.max)) };
}
