import {
  formatCount,
  formatIops,
  formatLatency,
  formatThroughput,
  keptPercentile,
  type Percentile,
  percentileSampleNote,
} from "@crosspoint/domain";
import type { Point } from "../run-detail";
import type { Part } from "./frames";

export type Rate = "iops" | "bytesPerSecond";
export type Latency = "latencyNsMean" | "latencyNsP50" | "latencyNsP99" | "latencyNsP99999";
export type Metric = Rate | Latency;

/** A metric of one part of a point, or why there is none. */
export type Figure =
  | { readonly kind: "figure"; readonly value: number; readonly thin: boolean; readonly support: string | undefined }
  | { readonly kind: "missing"; readonly reason: string };

type Direction = Point["directions"][number];

/** The percentile that a metric is; the mean is none. */
const percentileOf: Readonly<Partial<Record<Latency, Percentile>>> = {
  latencyNsP50: "50",
  latencyNsP99: "99",
  latencyNsP99999: "99.999",
};

/** Reads a metric of a point as far as its samples carry it. */
export function figureOf(point: Point, part: Part, metric: Metric): Figure {
  if (point.directions.length === 0) return { kind: "missing", reason: missingWords(point) };
  const own = point.directions.filter(({ direction }) => part === "all" || direction === part);
  if (own.length === 0) return { kind: "missing", reason: "nothing completed" };
  if (metric === "iops" || metric === "bytesPerSecond") {
    return figure(own.reduce((sum, each) => sum + each[metric], 0));
  }
  const [only] = own;
  // Latencies of reads and writes are never made into one.
  if (only === undefined || own.length > 1) return { kind: "missing", reason: "nothing completed" };
  return latencyOf(only, metric);
}

function latencyOf(direction: Direction, metric: Latency): Figure {
  const ns = direction[metric];
  const percentile = percentileOf[metric];
  if (percentile === undefined) return ns === undefined ? { kind: "missing", reason: "nothing completed" } : figure(ns);
  const reading = keptPercentile(percentile, ns, direction.operations);
  const note = percentileSampleNote(reading);
  if (reading.kind === "tooFewSamples") return { kind: "missing", reason: note ?? "" };
  const support = note ?? `${formatCount(reading.samplesAbove)} samples above`;
  return { kind: "figure", value: reading.ns, thin: reading.thin, support };
}

function figure(value: number): Figure {
  return { kind: "figure", value, thin: false, support: undefined };
}

/** Why a point has no figures. */
function missingWords({ state, reason }: Point): string {
  switch (state) {
    case "pending":
      return reason ?? "not measured yet";
    case "running":
      return "being measured";
    case "skipped":
      return reason === undefined ? "skipped" : `skipped: ${reason}`;
    case "failed":
      return reason === undefined ? "failed" : `failed: ${reason}`;
    case "interrupted":
      return reason === undefined ? "interrupted" : `interrupted: ${reason}`;
    case "complete":
      return "no result has arrived";
  }
}

/**
 * What speaks against a point's figures, in words for the tooltip of its mark. How well a percentile is supported is said of that
 * percentile (faded, or a gap), and is nothing against the others.
 */
export function cautionsOf(point: Point): string[] {
  const errors = point.errors.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(point.directions.length > 0 && point.state !== "complete" ? ["only a part of the point was measured"] : []),
    ...(errors > 0 ? [`${errors} I/O ${errors === 1 ? "error" : "errors"}`] : []),
    ...(point.littlesLaw?.ok === false ? ["contradicts Little's law"] : []),
    ...point.warnings.filter((warning) => !/^p99\.999 of \w+ latency is based on /.test(warning)),
  ];
}

/** A value with its unit, exact. */
export function formatMetric(metric: Metric, value: number): string {
  if (metric === "iops") return formatIops(value).text;
  return metric === "bytesPerSecond" ? formatThroughput(value, "MB/s").text : formatLatency(value).text;
}
