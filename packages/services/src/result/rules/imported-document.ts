import { type ImportedPoint, type ImportedRun, importLimits } from "@crosspoint/domain/import";
import { littlesLaw, type PointSpec, pointSpec } from "@crosspoint/protocol";
import { z } from "zod";

/** The one shape of `run_import.refused` and `.warnings`. */
const fileRemarks = z.array(z.object({ path: z.string(), message: z.string() }));
export type FileRemarks = z.infer<typeof fileRemarks>;

export function readFileRemarks(column: unknown): FileRemarks {
  return fileRemarks.parse(column);
}

const word = z.string().max(1024).optional();
const figure = z.number().optional();
/** What is known of a workload that is not known whole: shown, and compared with nothing. */
const known = z.object({
  engine: word,
  pattern: word,
  distribution: word,
  data: word,
  blockMix: word,
  blockBytes: figure,
  alignBytes: figure,
  readPercent: figure,
  queueDepth: figure,
  threads: figure,
  spanPercent: figure,
  rampSeconds: figure,
});

const direction = z.object({
  direction: z.enum(["read", "write"]),
  operations: figure,
  bytes: figure,
  iops: figure,
  bytesPerSecond: figure,
  latencyNs: z.object({ min: z.number(), mean: z.number(), stddev: z.number(), max: z.number() }).optional(),
  /** As the file states them. */
  percentiles: z.array(z.object({ percentile: z.string(), ns: z.number() })).max(importLimits.percentiles),
  hasHistogram: z.boolean(),
  histogramError: figure,
});

/** All that a file tells of a point, but its histograms. */
const storedImportedPoint = z.object({
  path: z.string(),
  known,
  gaps: z.array(z.object({ part: z.string(), reason: z.string() })),
  spec: pointSpec.optional(),
  latencyFrom: z.enum(["submission", "afterSubmission"]).optional(),
  elapsedNs: figure,
  littlesLaw: littlesLaw.optional(),
  warnings: fileRemarks,
  directions: z.array(direction).max(2),
});
export type StoredImportedPoint = z.infer<typeof storedImportedPoint>;

export function readImportedPoint(column: unknown): StoredImportedPoint {
  return storedImportedPoint.parse(column);
}

/**
 * Why a point cannot be compared with others; nothing where it can: that takes its whole workload, and the counts and rates
 * of each direction.
 */
export function obstaclesOf({ spec, gaps, directions }: StoredImportedPoint): string[] {
  if (spec === undefined) {
    return gaps.length === 0 ? ["its workload is not stated whole"] : gaps.map(({ reason }) => reason);
  }
  const isCounted = directions.every(({ operations, bytes, iops, bytesPerSecond }) => {
    return operations !== undefined && bytes !== undefined && iops !== undefined && bytesPerSecond !== undefined;
  });
  return isCounted ? [] : ["its counts or rates are not stated"];
}

/** Why points cannot be compared, each reason once, with how many points it keeps from it. */
export type Obstacles = readonly { readonly reason: string; readonly points: number }[];

/** Distinct reasons of one answer. */
const obstaclesLimit = 40;

export function countedObstacles(documents: readonly StoredImportedPoint[]): Obstacles {
  const counts = new Map<string, number>();
  for (const document of documents)
    for (const reason of new Set(obstaclesOf(document))) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].slice(0, obstaclesLimit).map(([reason, points]) => ({ reason, points }));
}

/** The document of a point; a workload that the contract does not take is not one that can be compared. */
export function documentOfPoint(point: ImportedPoint): StoredImportedPoint {
  const spec = pointSpec.safeParse(point.spec);
  const beyond = point.spec === undefined ? [] : gapsOfSpec(spec.data);
  const isWhole = point.spec !== undefined && beyond.length === 0;
  return {
    path: point.path,
    known: known.safeParse(point.known).data ?? {},
    gaps: [...point.gaps, ...beyond],
    ...(isWhole && spec.success ? { spec: spec.data } : {}),
    latencyFrom: point.latencyFrom,
    elapsedNs: point.elapsedNs,
    littlesLaw: point.littlesLaw,
    warnings: [...point.warnings],
    directions: point.directions.map(({ histogram, percentiles, ...figures }) => ({
      ...figures,
      percentiles: [...percentiles],
      hasHistogram: histogram !== undefined,
    })),
  };
}

function gapsOfSpec(spec: PointSpec | undefined): StoredImportedPoint["gaps"] {
  if (spec === undefined) return [{ part: "other", reason: "it is beyond what this product can measure" }];
  if (spec.ending.kind !== "steadyState" || spec.ending.reached !== undefined) return [];
  return [{ part: "ending", reason: "it does not say whether its steady state was reached" }];
}

/** What a run from a file is called, and what it worked on; the file's own name where it tells nothing. */
export function namesOf(
  { names, tool }: ImportedRun,
  fileName: string,
): { plan: string; target: string; host: string } {
  const bounded = (text: string | undefined) => (text?.trim() || undefined)?.slice(0, namesCharacters);
  return {
    plan: bounded(names.plan) ?? `${tool.name} results`,
    target: bounded(names.target) ?? fileName,
    host: bounded(names.host) ?? "",
  };
}

const namesCharacters = 200;
