import { runSettings } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { planChoice } from "../plan/rules/chosen-plan.ts";
import { loadPlan } from "../plan/rules/load-plan.ts";
import { requireRight } from "../rights.ts";
import { readKnownTargets } from "./rules/known-targets.ts";
import { loadTarget } from "./rules/load-target.ts";
import { type Preflight, preflightTarget } from "./rules/preflight-target.ts";
import { planTarget, targetChoice } from "./rules/target.ts";

export const preflightInput = z.object({
  target: targetChoice,
  plan: planChoice,
  settings: runSettings.optional(),
  /** Wait for the target and its host to be free: then neither being busy blocks it. */
  queue: z.boolean().default(false),
  parallelOnHost: z.boolean().default(false),
});

/** What a launch would do and what blocks it, before anyone launches anything. */
export async function preflightBenchmark(
  context: ServiceContext,
  input: z.input<typeof preflightInput>,
): Promise<Preflight> {
  requireRight(context, "benchmark.view");
  const { queue = false, parallelOnHost = false } = input;
  const target = await loadTarget(context.db, input.target);
  const plan = (await loadPlan(context.db, input.plan, input.settings)).on(planTarget(target));
  const known = await readKnownTargets(context, [target]);
  return preflightTarget(context, { target, plan, queue, parallelOnHost, known });
}
