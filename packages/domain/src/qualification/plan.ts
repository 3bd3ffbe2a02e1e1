import { allSteps } from "../plan/effects.ts";
import type { PlanStep } from "../plan/steps.ts";

/** Whether a run of the plan is judged as a qualification: it writes data over its target and reads them back. */
export function isQualification(steps: readonly PlanStep[]): boolean {
  return allSteps(steps).some(({ step }) => step.kind === "fill" && step.data === "verified");
}
