import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import type { PlanChoice } from "../plan/rules/chosen-plan.ts";
import { requireRight } from "../rights.ts";
import { loadTarget } from "./rules/load-target.ts";
import { chosenTarget } from "./rules/stored-target.ts";
import type { TargetChoice } from "./rules/target.ts";

export const runAgainInput = z.object({ runId: z.uuid() });

/** What a launch takes to do what a run did. */
export interface LaunchChoice {
  readonly target: TargetChoice;
  readonly targetLabel: string;
  readonly plan: PlanChoice;
  readonly planName: string;
  readonly planHash: string;
  readonly parallelOnHost: boolean;
}

/** The choice that launches a run's very plan on its target again; refused where the target is gone, or not at home. */
export async function chooseAgain(
  { db, actor }: ServiceContext,
  { runId }: z.infer<typeof runAgainInput>,
): Promise<LaunchChoice> {
  requireRight({ actor }, "benchmark.view");
  const run = await db.benchmarkRun.findUnique({ where: { id: runId } });
  if (run === null) throw new ServiceError("notFound", `There is no run ${runId}.`);
  if (run.origin !== "agent") {
    throw new ServiceError("conflict", "This run was not measured by an agent of this server.", {
      remedy: "Choose a target and a plan yourself.",
    });
  }
  const target = chosenTarget(run);
  await loadTarget(db, target);
  const { targetLabel, planName, planHash, parallelOnHost } = run;
  return { target, targetLabel, plan: { kind: "ofRun", runId }, planName, planHash, parallelOnHost };
}
