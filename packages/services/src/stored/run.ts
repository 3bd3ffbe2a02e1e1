import { BOUNDS, COMPARISON_METRICS, type RatedChecks } from "@crosspoint/domain";
import {
  type DatabaseEnvironment,
  type DatabaseSpec,
  databaseEnvironment,
  databaseSpec,
  type PlanTemplate,
  type PointSlice,
  type PointSpec,
  planTemplate,
  pointSlice,
  pointSpec,
  type RaisedParameter,
  type RunFinding,
  raisedParameter,
  runFinding,
  type Verification,
  verification,
} from "@crosspoint/protocol";
import { z } from "zod";

/*
 * The JSON columns of a run, each with its one reader. What stands there was taken by the same contract, so one that does
 * not parse is a fault of ours and fails loudly.
 */

/** A run that was refused has the plan as it was chosen, perhaps with steps that no agent knows; an imported one has none. */
export function readPlan(column: unknown): PlanTemplate {
  return storedPlan.parse(column);
}

const noPlan = z.object({ ...planTemplate.shape, id: z.literal("imported"), steps: z.tuple([]) });
const storedPlan = z.union([noPlan, planTemplate]);

const ratedCheck = z.object({
  figure: z.object({
    key: z.string(),
    label: z.string(),
    metric: z.enum(COMPARISON_METRICS),
    value: z.number(),
    unit: z.enum(["iops", "bytes/s", "ns"]),
    bound: z.enum(BOUNDS),
    workload: z.object({
      pattern: z.enum(["random", "sequential"]).optional(),
      readPercent: z.number().optional(),
      blockBytes: z.number().optional(),
      queueDepth: z.number().optional(),
      threads: z.number().optional(),
    }),
    notMeasurable: z.string().optional(),
  }),
  stepPath: z.array(z.number()).optional(),
  notMeasured: z.string().optional(),
});

const ratedChecks = z.object({
  modelId: z.string(),
  name: z.string(),
  sourceId: z.string(),
  unchecked: z.array(z.object({ label: z.string(), value: z.string(), reason: z.string() })),
  checks: z.array(ratedCheck),
});

/** What a run checks of the spec sheet of its drive; undefined where it checks none. */
export function readRated(column: unknown): RatedChecks | undefined {
  return ratedChecks.nullable().parse(column) ?? undefined;
}

/** What was asked of a point. */
export function readPointSpec(column: unknown): PointSpec {
  return pointSpec.parse(column);
}

/** What was asked of a point of a database. */
export function readDatabaseSpec(column: unknown): DatabaseSpec {
  return databaseSpec.parse(column);
}

/** What surrounded a point of a database; undefined where it is not known. */
export function readDatabaseEnvironment(column: unknown): DatabaseEnvironment | undefined {
  return databaseEnvironment.nullable().parse(column) ?? undefined;
}

/** What a search raised for a point; undefined where it was none. */
export function readRaised(column: unknown): RaisedParameter | undefined {
  return raisedParameter.nullable().parse(column) ?? undefined;
}

/** The slices of a point's measured time; none where it was not divided. */
export function readSlices(column: unknown): PointSlice[] {
  return z.array(pointSlice).parse(column);
}

/** What reading verified data found; undefined where they were not verified. */
export function readVerification(column: unknown): Verification | undefined {
  return verification.nullable().parse(column) ?? undefined;
}

/** The one reader of `run_finding.found`. */
export function readFound(column: unknown): Pick<RunFinding, "search" | "rounds"> {
  return found.parse(column);
}

const found = runFinding.pick({ search: true, rounds: true });
