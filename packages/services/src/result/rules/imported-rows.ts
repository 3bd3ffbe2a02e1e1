import type { Prisma } from "@crosspoint/db";
import { encodeHistogram, type LatencyHistogram, readPercentile, workloadKey, workloadOf } from "@crosspoint/domain";
import type { ImportedDirection, ImportedPoint } from "@crosspoint/domain/import";
import { obstaclesOf, type StoredImportedPoint } from "./imported-document.ts";

export interface ImportedRows {
  readonly imported: Prisma.ImportedPointCreateManyInput[];
  readonly points: Prisma.BenchmarkPointCreateManyInput[];
  readonly directions: Prisma.PointDirectionCreateManyInput[];
}

/** A point of a file with the document that is kept of it. */
export interface JudgedPoint {
  readonly point: ImportedPoint;
  readonly document: StoredImportedPoint;
}

interface RunOfRows {
  readonly runId: string;
  readonly tool: string;
  readonly finishedAt: Date | undefined;
}

/** Rows of every point of a file; of those whose workload is whole also what lists and comparisons read. */
export function rowsOf(run: RunOfRows, points: readonly JudgedPoint[]): ImportedRows {
  const rows: ImportedRows = { imported: [], points: [], directions: [] };
  for (const [sequence, judged] of points.entries()) {
    const isComparable = obstaclesOf(judged.document).length === 0;
    rows.imported.push(importedRow(run.runId, sequence, judged, isComparable));
    if (!isComparable) continue;
    rows.points.push(pointRow(run, sequence, judged));
    rows.directions.push(...judged.point.directions.map((each) => directionRow(run.runId, sequence, each)));
  }
  return rows;
}

function importedRow(runId: string, sequence: number, { point, document }: JudgedPoint, isComparable: boolean) {
  const histogramOf = (direction: "read" | "write") =>
    isComparable ? null : bytesOf(point.directions.find((each) => each.direction === direction)?.histogram);
  return {
    runId,
    sequence,
    name: point.name.slice(0, 200),
    document: document as Prisma.InputJsonValue,
    readHistogram: histogramOf("read"),
    writeHistogram: histogramOf("write"),
  };
}

function pointRow({ runId, tool, finishedAt }: RunOfRows, sequence: number, { point, document }: JudgedPoint) {
  const spec = document.spec;
  if (spec === undefined) throw new Error(`Point ${sequence} has no workload.`);
  return {
    runId,
    sequence,
    stepPath: [sequence],
    spec: spec as Prisma.InputJsonValue,
    purpose: spec.purpose ?? "measure",
    workloadKey: workloadKey(workloadOf(spec)),
    state: "complete" as const,
    finishedAt: finishedAt ?? null,
    elapsedNs: point.elapsedNs === undefined ? null : BigInt(Math.round(point.elapsedNs)),
    ...(point.littlesLaw === undefined ? {} : { littlesLaw: { ...point.littlesLaw } }),
    warnings: warningsOf(tool, point),
  };
}

/** What is said of figures in the server's own words, which may be shown to anybody. */
export const remarksOnImports = {
  afterSubmission: "Latencies do not include the time of submission.",
  noHistogram: "Only the tool's own percentiles are known; there is no histogram.",
} as const;

/** What whoever compares the point must know. */
function warningsOf(tool: string, { latencyFrom, directions, warnings }: ImportedPoint): string[] {
  return [
    `Imported from ${tool}.`,
    ...(latencyFrom === "afterSubmission" ? [remarksOnImports.afterSubmission] : []),
    ...(directions.some(({ histogram }) => histogram === undefined) ? [remarksOnImports.noHistogram] : []),
    ...warnings.map(({ message }) => message),
  ];
}

function directionRow(runId: string, pointSequence: number, measured: ImportedDirection) {
  const { direction, operations = 0, bytes = 0, iops = 0, bytesPerSecond = 0, latencyNs, histogram } = measured;
  return {
    runId,
    pointSequence,
    direction,
    operations: BigInt(operations),
    bytes: String(bytes),
    iops,
    bytesPerSecond,
    latencyNsMin: wholeNs(latencyNs?.min),
    latencyNsMean: latencyNs?.mean ?? null,
    latencyNsStddev: latencyNs?.stddev ?? null,
    latencyNsMax: wholeNs(latencyNs?.max),
    latencyNsP50: percentileOf(measured, "50"),
    latencyNsP90: percentileOf(measured, "90"),
    latencyNsP99: percentileOf(measured, "99"),
    latencyNsP999: percentileOf(measured, "99.9"),
    latencyNsP9999: percentileOf(measured, "99.99"),
    latencyNsP99999: percentileOf(measured, "99.999"),
    histogram: bytesOf(histogram),
  };
}

/**
 * From the histogram as far as its samples carry it, and never above the maximum, which lies below the edge of its bin; where
 * there is none, as the tool stated it.
 */
function percentileOf(
  { histogram, percentiles, latencyNs }: ImportedDirection,
  percentile: Parameters<typeof readPercentile>[1],
): bigint | null {
  if (histogram === undefined) return wholeNs(percentiles.find((stated) => stated.percentile === percentile)?.ns);
  const reading = readPercentile(histogram, percentile);
  return reading.kind === "value" ? wholeNs(Math.min(reading.ns, latencyNs?.max ?? reading.ns)) : null;
}

function wholeNs(ns: number | undefined): bigint | null {
  return ns === undefined ? null : BigInt(Math.round(ns));
}

function bytesOf(histogram: LatencyHistogram | undefined) {
  // Bytes of their own: a small Buffer is a part of a larger one, all of which would go from thread to thread.
  return histogram === undefined ? null : new Uint8Array(Buffer.from(encodeHistogram(histogram), "base64"));
}
