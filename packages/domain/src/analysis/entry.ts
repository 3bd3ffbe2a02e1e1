/**
 * Answers from measurements that can be trusted. Every result names its method (see {@link METHODS}) and what it is based on;
 * too little data is a variant of its own. Pure and deterministic: what resamples starts from a fixed seed.
 */
export * from "./act.ts";
export * from "./change/changes.ts";
export * from "./consistency.ts";
export { type ComparedRun, differenceOf } from "./difference/difference.ts";
export type { RunSeconds } from "./difference/of-seconds.ts";
export * from "./difference/verdict.ts";
export type { Interval, IntervalBasis, IntervalResult, Statistic } from "./interval/interval.ts";
export { intervalOfRepeats } from "./interval/of-repeats.ts";
export { intervalOfSeconds } from "./interval/of-seconds.ts";
export * from "./littles-law.ts";
export * from "./methods.ts";
export * from "./outliers.ts";
export * from "./result.ts";
export * from "./score.ts";
export * from "./slow-for-kind.ts";
export { mean, median, sampleDeviation } from "./statistics.ts";
export * from "./steady-state.ts";
