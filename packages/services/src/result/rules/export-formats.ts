import {
  csvLine,
  decodeHistogram,
  keptPercentile,
  PERCENTILES,
  type Percentile,
  summarizeHistogram,
} from "@crosspoint/domain";
import { exportVersion } from "@crosspoint/domain/import";
import type { ExportedDirection, ExportedPoint } from "./exported-points.ts";
import { hdrLogEntry, hdrLogHead } from "./hdr-log.ts";

export interface ExportedRun {
  readonly id: string;
  readonly plan: string;
  readonly target: string;
  readonly host: string;
  readonly tool: { readonly name: string; readonly version: string | undefined };
  readonly startedAtMs: number | undefined;
  readonly finishedAtMs: number | undefined;
}

/** How a run and its points become the parts of a file. */
export interface ExportFormat {
  readonly contentType: string;
  readonly start: (run: ExportedRun) => string;
  /** `index` counts the points of the file. */
  readonly point: (point: ExportedPoint, index: number, run: ExportedRun) => string;
  readonly end: string;
}

/** Everything, histograms included; this product imports it again. */
const json: ExportFormat = {
  contentType: "application/json",
  start: (run) => `{"crosspoint":{"export":${exportVersion}},\n"run":${JSON.stringify(run)},\n"points":[`,
  point: (point, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(point)}`,
  end: "\n]}\n",
};

const columns = [
  "sequence",
  "name",
  "workload",
  "direction",
  "operations",
  "bytes",
  "iops",
  "bytes_per_second",
  "latency_ns_min",
  "latency_ns_mean",
  "latency_ns_stddev",
  "latency_ns_max",
  ...PERCENTILES.flatMap((percentile) => [`latency_ns_p${percentile}`, `samples_above_p${percentile}`]),
  "state",
  "errors",
  "cpu_ns_per_operation",
];

/** A row for each direction of each point (RFC 4180); what is not known is empty. */
const csv: ExportFormat = {
  contentType: "text/csv; charset=utf-8",
  start: () => csvLine(columns),
  point: (point) => point.directions.map((direction) => csvRow(point, direction)).join(""),
  end: "",
};

function csvRow(point: ExportedPoint, direction: ExportedDirection): string {
  const { sequence, name, workloadKey, state, errors, cpuNsPerOperation } = point;
  const { operations, bytes, iops, bytesPerSecond, latencyNs, percentiles } = direction;
  const values = [
    ...[sequence, name, workloadKey, direction.direction, operations, bytes, iops, bytesPerSecond],
    ...[latencyNs?.min, latencyNs?.mean, latencyNs?.stddev, latencyNs?.max],
    ...PERCENTILES.flatMap((percentile) => [percentiles[percentile], samplesAbove(percentile, operations)]),
    ...[state, errors, cpuNsPerOperation],
  ];
  return csvLine(values);
}

/** Operations that stand above a percentile, whatever its value. */
function samplesAbove(percentile: Percentile, operations: number | undefined): number | undefined {
  if (operations === undefined) return undefined;
  const reading = keptPercentile(percentile, 0, operations);
  return reading.kind === "value" ? reading.samplesAbove : 0;
}

/** A log of HdrHistogram, an entry for each direction of each point that has a histogram; its tag is the point's number. */
const hlog: ExportFormat = {
  contentType: "text/plain; charset=utf-8",
  start: ({ startedAtMs }) => hdrLogHead(startedAtMs),
  point: (point, _, { startedAtMs }) =>
    point.directions.map((direction) => hlogEntry(point, direction, startedAtMs)).join(""),
  end: "",
};

function hlogEntry(
  point: ExportedPoint,
  { direction, histogram }: ExportedDirection,
  runStartMs: number | undefined,
): string {
  if (histogram === undefined) return "";
  const summary = summarizeHistogram(decodeHistogram(histogram));
  return hdrLogEntry({
    tag: `point-${point.sequence}.${direction}`,
    startSeconds: Math.max(((point.startedAtMs ?? runStartMs ?? 0) - (runStartMs ?? 0)) / 1000, 0),
    seconds: (point.elapsedNs ?? 0) / 1e9,
    maxNs: summary.kind === "summary" ? summary.maxNs : 0,
    histogram,
  });
}

export const exportFormats = { json, csv, hlog } as const;
