import {
  type BenchmarkPlan,
  benchmarkPlan,
  type PointSlice,
  type PointSpec,
  pointSlice,
  pointSpec,
  type RaisedParameter,
  raisedParameter,
} from "@crosspoint/protocol";
import { z } from "zod";

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

/** What a search raised for a point; undefined where it was none. */
export function readRaised(column: unknown): RaisedParameter | undefined {
  return raisedParameter.nullable().parse(column) ?? undefined;
}

/** The slices of a point's measured time; none where it was not divided. */
export function readSlices(column: unknown): PointSlice[] {
  return z.array(pointSlice).parse(column);
}
