import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { planCharactersLimit, readPlanYaml } from "./rules/plan-yaml.ts";
import { type ReadPlan, readPlan } from "./rules/read-plan.ts";

export const readTextInput = z.object({ text: z.string().max(planCharactersLimit) });
export const checkPlanInput = z.object({ document: z.unknown() });

/** Reads a plan from YAML or JSON, as people keep it in files: the plan, or each mistake with its place. Saves nothing. */
export function readPlanText(context: ServiceContext, { text }: z.infer<typeof readTextInput>): ReadPlan {
  requireRight(context, "benchmark.launch");
  const read = readPlanYaml(text);
  if (read.kind === "document") return readPlan(read.document);
  return {
    kind: "mistakes",
    mistakes: [{ path: read.line === undefined ? "" : `line ${read.line}`, message: read.message }],
  };
}

/** The same of a document that is being edited. */
export function checkPlan(context: ServiceContext, { document }: z.infer<typeof checkPlanInput>): ReadPlan {
  requireRight(context, "benchmark.launch");
  return readPlan(document);
}
