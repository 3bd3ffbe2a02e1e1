import { type BenchmarkPlan, benchmarkPlan, type PointSpec, pointSpec } from "@crosspoint/protocol";

/*
 * The JSON columns of a run, each with its one reader. What stands there was taken by the same contract, so one that does
 * not parse is a fault of ours and fails loudly.
 */

export function readPlan(column: unknown): BenchmarkPlan {
  return benchmarkPlan.parse(column);
}

/** What was asked of a point. */
export function readPointSpec(column: unknown): PointSpec {
  return pointSpec.parse(column);
}
