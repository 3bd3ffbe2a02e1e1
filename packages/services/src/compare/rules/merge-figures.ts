import type { ComparedRow } from "@crosspoint/db/queries/compared-points";
import {
  type ComparedDirection,
  type ComparedFigures,
  type ComparedMetric,
  type LatencyHistogram,
  PERCENTILES,
  type Percentile,
  readPercentile,
} from "@crosspoint/domain";
import { z } from "zod";

/** Most warnings of a cell; a group may have them by the dozen. */
const warningsLimit = 8;

const percentileMetrics: Partial<Record<Percentile, ComparedMetric>> = {
  "50": "latencyNsP50",
  "99": "latencyNsP99",
  "99.9": "latencyNsP999",
  "99.99": "latencyNsP9999",
  "99.999": "latencyNsP99999",
};

/**
 * The figures of one cell, of one row or of several: of both directions of a mix, of rounds, or of the runs of a group.
 * Rates of both directions add up; of several points they are the mean of their runs, so that no run counts twice. Percentiles of several rows are
 * read from `merged`, their histograms together; nothing averages percentiles.
 */
export function figuresOf(
  rows: readonly ComparedRow[],
  direction: ComparedDirection,
  merged: LatencyHistogram | undefined,
): ComparedFigures {
  const operations = sum(rows, (row) => row.operations);
  const metrics: Record<string, number | undefined> = {
    iops: meanOfRuns(rows, (row) => row.iops),
    bytesPerSecond: meanOfRuns(rows, (row) => row.bytesPerSecond),
    latencyNsMean: weightedMean(rows),
    latencyNsMax: highest(rows),
    ...(rows.length === 1 ? ownPercentiles(rows[0]) : percentilesOf(merged)),
    iopsPerCpu: perCpu(rows, direction),
  };
  const warnings = warningsOf(rows);
  const points = new Set(rows.map(({ runId, sequence }) => `${runId}.${sequence}`)).size;
  const runs = new Set(rows.map(({ runId }) => runId)).size;
  const [only] = rows;
  return {
    metrics: Object.fromEntries(Object.entries(metrics).filter(([, value]) => value !== undefined)),
    operations,
    ...(points > 1 ? { merged: points } : {}),
    ...(runs > 1 ? { mergedRuns: runs } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(points === 1 && only ? { ref: { runId: only.runId, sequence: only.sequence, direction } } : {}),
  };
}

/** Directions of one point add up; points of one run are averaged first, so that each run counts once. */
export function meanOfRuns(rows: readonly ComparedRow[], value: (row: ComparedRow) => number): number {
  const runs = [...Map.groupBy(rows, ({ runId }) => runId).values()];
  const ofRun = (own: readonly ComparedRow[]) => sum(own, value) / new Set(own.map(({ sequence }) => sequence)).size;
  return runs.reduce((total, own) => total + ofRun(own), 0) / runs.length;
}

function sum(rows: readonly ComparedRow[], value: (row: ComparedRow) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}

/** The mean over all operations: exact, where the middle of a histogram's ranges is not. */
export function weightedMean(rows: readonly ComparedRow[]): number | undefined {
  const known = rows.filter(({ latencyNsMean }) => latencyNsMean !== null);
  const operations = sum(known, (row) => row.operations);
  return operations > 0 ? sum(known, (row) => (row.latencyNsMean ?? 0) * row.operations) / operations : undefined;
}

export function highest(rows: readonly ComparedRow[]): number | undefined {
  const values = rows.flatMap(({ latencyNsMax }) => latencyNsMax ?? []);
  return values.length === 0 ? undefined : values.reduce((a, b) => Math.max(a, b));
}

function ownPercentiles(row: ComparedRow | undefined): Record<string, number | undefined> {
  const { latencyNsP50, latencyNsP99, latencyNsP999, latencyNsP9999, latencyNsP99999 } = row ?? {};
  const own = { latencyNsP50, latencyNsP99, latencyNsP999, latencyNsP9999, latencyNsP99999 };
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value ?? undefined]));
}

/** None where not all histograms are there, or they cannot be added up. */
function percentilesOf(histogram: LatencyHistogram | undefined): Record<string, number> {
  if (histogram === undefined) return {};
  return Object.fromEntries(
    PERCENTILES.flatMap((percentile) => {
      const metric = percentileMetrics[percentile];
      const reading = readPercentile(histogram, percentile);
      return metric === undefined || reading.kind === "tooFewSamples" ? [] : [[metric, reading.ns]];
    }),
  );
}

/**
 * Operations for each second of CPU time. A mix shares its CPU time between its directions: one of them has no own; nor have
 * the last of a point's rounds, of whose time that of all is known.
 */
export function perCpu(rows: readonly ComparedRow[], direction: ComparedDirection): number | undefined {
  const points = [...Map.groupBy(rows, ({ runId, sequence }) => `${runId}.${sequence}`).values()];
  const cpuNs = points.map(([first]) => first?.cpuNs ?? 0);
  const shared = rows.some(({ isMix, isOfLastRounds }) => isOfLastRounds || (isMix && direction !== "both"));
  if (shared || points.length === 0 || cpuNs.some((ns) => !(ns > 0))) return undefined;
  return (1e9 * sum(rows, (row) => row.operations)) / cpuNs.reduce((a, b) => a + b, 0);
}

const texts = z.array(z.string());

function warningsOf(rows: readonly ComparedRow[]): string[] {
  const all = rows.flatMap(({ warnings }) => texts.parse(warnings));
  return [...new Set(all)].slice(0, warningsLimit);
}
