import type { LatencyHistogram } from "../../histogram/histogram.ts";
import type { ImportedLatency, StatedPercentile } from "../imported-run.ts";
import type { Field } from "../json/field.ts";
import { longestNs, statedPercentiles } from "../stated-percentiles.ts";
import { fioBinError, histogramOfBins } from "./bins.ts";

export interface FioLatency {
  readonly from: "submission" | "afterSubmission";
  readonly figures: ImportedLatency;
  readonly samples: number | undefined;
  readonly percentiles: readonly StatedPercentile[];
  readonly histogram: LatencyHistogram | undefined;
  /** Mean from submission, which Little's law is about; the same figure where these latencies are. */
  readonly meanNsFromSubmission: number | undefined;
}

/** fio 2 writes microseconds under `clat` and `lat`, fio 3 nanoseconds under names that say so. */
const units = [
  { suffix: "_ns", unitNs: 1 },
  { suffix: "", unitNs: 1000 },
] as const;

/**
 * The latencies of a direction: from submission where fio has percentiles of them (lat_percentiles), else from when an
 * operation had been submitted, of which it has them by default. Mean and percentiles are always of one kind.
 */
export function latencyOf(direction: Field): FioLatency | undefined {
  const unit = units.find(
    ({ suffix }) => direction.at(`clat${suffix}`).isObject || direction.at(`lat${suffix}`).isObject,
  );
  if (unit === undefined) return undefined;
  const whole = direction.at(`lat${unit.suffix}`);
  const completion = direction.at(`clat${unit.suffix}`);
  const isFromSubmission = hasDistribution(whole) || !hasDistribution(completion);
  const field = isFromSubmission ? whole : completion;
  if (field.isAbsent) return undefined;
  return {
    from: isFromSubmission ? "submission" : "afterSubmission",
    figures: figuresOf(field, unit.unitNs),
    samples: field.at("N").optionalCount(),
    percentiles: statedPercentiles(field.at("percentile"), unit.unitNs),
    histogram: binsOf(field, unit.unitNs),
    meanNsFromSubmission: whole.isAbsent ? undefined : whole.at("mean").number() * unit.unitNs,
  };
}

function hasDistribution(latency: Field): boolean {
  return !latency.isAbsent && (latency.at("bins").isObject || latency.at("percentile").isObject);
}

function figuresOf(latency: Field, unitNs: number): ImportedLatency {
  const read = (name: string) => latency.at(name).number({ max: longestNs / unitNs }) * unitNs;
  const figures = { min: read("min"), mean: read("mean"), stddev: read("stddev"), max: read("max") };
  if (figures.min > figures.max)
    latency.fail(`has a minimum of ${figures.min} ns above its maximum of ${figures.max} ns`);
  // A mean of whole units may stand just outside where fio rounded the edges.
  if (figures.mean < figures.min - unitNs || figures.mean > figures.max + unitNs) {
    latency.at("mean").fail(`is ${figures.mean} ns, outside its minimum and maximum`);
  }
  return figures;
}

function binsOf(latency: Field, unitNs: number): LatencyHistogram | undefined {
  const bins = latency.at("bins");
  if (!bins.isObject) return undefined;
  const histogram = histogramOfBins(bins, unitNs);
  const samples = latency.at("N").optionalCount();
  if (samples !== undefined && samples !== histogram.totalCount) {
    bins.fail(`count ${histogram.totalCount} operations, and N says ${samples}`);
  }
  return histogram.totalCount === 0 ? undefined : histogram;
}

/** How far a value read from the histogram may be from what was measured. */
export function errorOf(histogram: LatencyHistogram | undefined): number | undefined {
  return histogram === undefined ? undefined : fioBinError;
}
