/** What an agent tells of a run beside its points: what the drive said of itself around it, and how it tested itself. */
import { z } from "zod";
import { raisedParameter, runRef } from "./benchmark.ts";
import { smartLog } from "./drive.ts";
import { errorLogEntry, selfTestResult, vendorLog } from "./drive-details.ts";
import { protocolLimits } from "./limits.ts";
import { stepPath } from "./plan/place.ts";
import { selfTests } from "./plan/self-test.ts";
import { shortText } from "./primitives.ts";

/** The drive's counters, read before the first step of a run and after its last one. */
export const runCounters = z.object({
  ...runRef,
  moment: z.enum(["before", "after"]),
  /** Absent where the drive did not answer; then `problem` says why. */
  log: smartLog.optional(),
  /** The newest first. */
  errorLog: z.array(errorLogEntry).max(64),
  vendorLogs: z.array(vendorLog).max(8),
  /** What could not be read, in words. */
  problem: shortText.optional(),
});

/** One self-test of a run. */
export const runSelfTest = z.object({
  ...runRef,
  /** Which of the run's self-tests it is, from 0. */
  number: z
    .int()
    .min(0)
    .max(protocolLimits.selfTestsPerRun - 1),
  stepPath,
  test: z.enum(selfTests),
  /** `failed`: the drive says so. `unfinished`: it began and its end is not known, or it was aborted. */
  outcome: z.enum(["passed", "failed", "skipped", "unfinished"]),
  reason: shortText.optional(),
  /** Absent where the drive wrote none. */
  result: selfTestResult.optional(),
});

/** What a step that goes by what it measures has come to: the one of a search and of rounds that is there. */
export const runFinding = z.object({
  ...runRef,
  /** Which of the run's it is, from 0; a step that is walked again has one for each time. */
  number: z
    .int()
    .min(0)
    .max(protocolLimits.pointsPerRun - 1),
  stepPath,
  search: raisedParameter
    .pick({ parameter: true })
    .extend({
      /** The highest value that passed. Absent: none did, or it is not known. */
      highest: raisedParameter.shape.value.optional(),
      /** A trial was not measured to its end, so that nothing is known. */
      undecided: z.boolean(),
    })
    .meta({ id: "SearchFinding" })
    .optional(),
  rounds: z
    .object({
      /** How many were measured. */
      rounds: z.int().min(0).max(protocolLimits.rounds),
      /** Whether they became steady; absent where nothing waited for it. */
      steady: z.boolean().optional(),
    })
    .meta({ id: "RoundsFinding" })
    .optional(),
});
