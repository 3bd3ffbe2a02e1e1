import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { loadPlan } from "../plan/rules/load-plan.ts";
import { requireRight } from "../rights.ts";
import { readKnownTargets } from "../run/rules/known-targets.ts";
import { type Preflight, preflightTarget } from "../run/rules/preflight-target.ts";
import { planTarget, type TargetChoice } from "../run/rules/target.ts";
import { batchShape } from "./rules/batch-input.ts";
import { findTargets } from "./rules/lock-targets.ts";

export const previewBatchInput = z.object(batchShape);

/** What a batch would do on one target, or why that target is none. */
export type PreviewedTarget =
  | { readonly kind: "target"; readonly choice: TargetChoice; readonly preflight: Preflight }
  | { readonly kind: "gone"; readonly choice: TargetChoice; readonly message: string; readonly remedy: string };

/** What a batch would do and what blocks it, target by target, in their order. */
export async function previewBatch(
  context: ServiceContext,
  input: z.input<typeof previewBatchInput>,
): Promise<PreviewedTarget[]> {
  requireRight(context, "benchmark.launch");
  const { targets, startTogether = false, parallelOnHost = false } = input;
  const plan = await loadPlan(context.db, input.plan, input.settings);
  const all = await findTargets(context.db, targets);
  const known = await readKnownTargets(
    context,
    all.flatMap((each) => (each.kind === "found" ? [each.target] : [])),
  );
  const previews: PreviewedTarget[] = [];
  for (const found of all) {
    if (found.kind === "gone") {
      const { message, remedy = "Choose another target." } = found.error;
      previews.push({ kind: "gone", choice: found.choice, message, remedy });
      continue;
    }
    const { choice, target } = found;
    const asked = { target, plan: plan.on(planTarget(target)), queue: !startTogether, known };
    const preflight = await preflightTarget(context, { ...asked, parallelOnHost: parallelOnHost || startTogether });
    previews.push({ kind: "target", choice, preflight });
  }
  return previews;
}
