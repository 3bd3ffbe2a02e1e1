import { fioJobFile } from "@crosspoint/domain";
import { type PlanTemplate, planDocument } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { planChoice, planPoints } from "./rules/chosen-plan.ts";
import { loadPlan } from "./rules/load-plan.ts";
import { writePlanYaml } from "./rules/plan-yaml.ts";

const formats = { yaml: "yaml", json: "json", fio: "fio" } as const;

export const writeTextInput = z.object({ plan: planChoice, format: z.enum(formats) });

export interface PlanText {
  readonly fileName: string;
  readonly text: string;
}

/** A plan as a file: YAML or JSON, which `uring-bench plan` and another Crosspoint read, or a job file of fio. */
export async function writePlanText(context: ServiceContext, input: z.infer<typeof writeTextInput>): Promise<PlanText> {
  requireRight(context, "catalog.view");
  // A run's plan says what was measured on whose drive.
  if (input.plan.kind === "ofRun") requireRight(context, "benchmark.view");
  const { document } = await loadPlan(context.db, input.plan);
  return {
    fileName: `${fileNameOf(document)}.${formats[input.format]}`,
    text: textOf(inOrder(document), input.format),
  };
}

/** Its fields in the contract's order: the database keeps another. */
function inOrder(document: PlanTemplate): PlanTemplate {
  return planDocument.safeParse(document).data ?? document;
}

function textOf(document: PlanTemplate, format: keyof typeof formats): string {
  switch (format) {
    case "yaml":
      return writePlanYaml(document);
    case "json":
      return `${JSON.stringify(document, undefined, 2)}\n`;
    case "fio":
      return fioJobFile(document, planPoints(document.steps));
  }
}

function fileNameOf({ name }: PlanTemplate): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-|-$/g, "").slice(0, 80) || "plan";
}
