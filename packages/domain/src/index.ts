export { LITTLES_LAW_TOLERANCE_PERCENT } from "./analysis/littles-law.ts";
export { OUTLIER_SCORE, USUAL_OF_MIN } from "./analysis/modified-scores.ts";
export * from "./analysis/saturation.ts";
export * from "./compare/axis.ts";
export * from "./compare/best-run.ts";
export * from "./compare/comparison.ts";
export * from "./compare/difference-words.ts";
export * from "./compare/grid.ts";
export * from "./compare/metrics.ts";
export { exactKey, lengthOf, type MeasuredLength, type MeasuredLoad } from "./compare/point-keys.ts";
export * from "./compare/read-cell.ts";
export type { ComparisonRow } from "./compare/rows.ts";
export * from "./compare/series-choice.ts";
export * from "./conformance/judge.ts";
export type * from "./conformance/rated-figure.ts";
export { chosenForRating } from "./conformance/rated-load.ts";
export * from "./conformance/rated-speeds.ts";
export * from "./conformance/rated-steps.ts";
export { csvLine } from "./csv.ts";
export * from "./health/acknowledged.ts";
export * from "./health/act.ts";
export * from "./health/bounds.ts";
export * from "./health/condition.ts";
export * from "./health/describe-condition.ts";
export * from "./health/explain.ts";
export * from "./health/facts.ts";
export * from "./health/finding.ts";
export { judgePerformance } from "./health/findings/registry.ts";
export { namesModel, namesRevision } from "./health/firmware-pattern.ts";
export * from "./health/grade-text.ts";
export { judgeLevel, judgePast } from "./health/judging/judge.ts";
export * from "./health/logs/capacitor.ts";
export * from "./health/logs/log-facts.ts";
export * from "./health/logs/log-history.ts";
export { absencesOf, type SampledTime } from "./health/past/absences.ts";
export type * from "./health/past/past-facts.ts";
export { PEERS_MIN } from "./health/past/peers.ts";
export { byUrgency, HEALTH_RULES } from "./health/registry.ts";
export type { Grade, RuleKind } from "./health/rule.ts";
export * from "./health/rule-ids.ts";
export {
  DEFAULT_SETTINGS,
  type HealthSettings,
  overrideProblem,
  type RuleOverride,
  type SetGrade,
  settingsOf,
} from "./health/settings.ts";
export * from "./health/silence.ts";
export * from "./health/verdict.ts";
export { decodeHistogram, HistogramDecodeError } from "./histogram/decode.ts";
export * from "./histogram/distribution.ts";
export { encodeHistogram } from "./histogram/encode.ts";
export {
  type HistogramBucket,
  type HistogramSummary,
  type LatencyHistogram,
  mergeHistograms,
  summarizeHistogram,
} from "./histogram/histogram.ts";
export type { HistogramLayout, ValueRange } from "./histogram/layout.ts";
export * from "./histogram/percentiles.ts";
export { type BlockShare, blockSizes, parseBlockMix } from "./plan/block-mix.ts";
export * from "./plan/bytes-written.ts";
export * from "./plan/count.ts";
export * from "./plan/database.ts";
export * from "./plan/effects.ts";
export * from "./plan/estimate.ts";
export * from "./plan/expand.ts";
export * from "./plan/fills.ts";
export * from "./plan/fio-job.ts";
export type * from "./plan/point-spec.ts";

export * from "./plan/queue.ts";
export type * from "./plan/settings.ts";
export * from "./plan/shorten.ts";
export * from "./plan/skips.ts";
export type * from "./plan/steps.ts";
export { isTracked } from "./plan/tracked.ts";
export * from "./plan/volume.ts";
export * from "./plan/write-speeds.ts";
export type { CriterionId, Judgement } from "./qualification/criterion.ts";
export * from "./qualification/deltas.ts";
export type * from "./qualification/facts.ts";
export * from "./qualification/judge.ts";
export * from "./qualification/odd-ones.ts";
export * from "./qualification/plan.ts";
export * from "./retention.ts";
export * from "./simulated.ts";
export * from "./smart/device-error.ts";
export * from "./smart/nvme-status.ts";
export * from "./smart/smart.ts";
export * from "./units/bound.ts";
export * from "./units/power-limit.ts";
export * from "./units/units.ts";
export * from "./units/volume-name.ts";
export * from "./version.ts";
export * from "./wear/amplification.ts";
export * from "./wear/end-meaning.ts";
export * from "./wear/endurance.ts";
export * from "./wear/rating.ts";
export * from "./wear/wear-end.ts";
export * from "./wear/writes.ts";
export * from "./workload/describe.ts";
export { parseWorkloadKey, workloadKey } from "./workload/key.ts";
export { statableKey } from "./workload/load-key.ts";
export * from "./workload/match.ts";
export { workloadOf } from "./workload/of-point.ts";
export {
  isStated,
  queueDepthOf,
  type StatedWorkload,
  totalDepthOf,
  type Workload,
} from "./workload/workload.ts";
