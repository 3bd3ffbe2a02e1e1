import { z } from "zod";
import { protocolLimits } from "../limits.ts";
import { contradicts, fieldsOf, listOf } from "./field.ts";
import { nestingContradiction } from "./nesting.ts";
import { planStep, type TemplateStep, templateStep } from "./step.ts";
import { firstWriting, planContradictions } from "./whole-plan.ts";

/** What is read of the steps, once there are not too many of them. */
export const stepList = listOf(planStep, protocolLimits.stepsPerPlan).check(contradicts(planContradictions));
/** The same of a plan that the server keeps. */
const templateStepList = listOf(templateStep, protocolLimits.stepsPerPlan).check(contradicts(planContradictions));

/** How many steps there are and how deep they stand is seen before any of them is read. */
const steps = z.unknown().check(
  contradicts((input) => {
    const mistake = nestingContradiction(input);
    return mistake === undefined ? [] : [mistake];
  }),
);

/** The steps of a plan. */
export const planSteps = steps.pipe(stepList);
const templateSteps = steps.pipe(templateStepList);

const fields = {
  id: z.string().min(1).max(100).describe("Its name for programs."),
  name: z.string().min(1).max(200).describe("Its name for people."),
  description: z.string().max(4096).optional().describe("What it is for."),
  readsOnly: z.boolean().describe("No point may write."),
};

interface Written {
  readonly readsOnly: boolean;
  readonly steps: readonly TemplateStep[];
}

function writingContradictions({ readsOnly, steps: list }: Written) {
  const writing = readsOnly ? firstWriting(list) : undefined;
  if (writing === undefined) return [];
  return [{ path: ["readsOnly"], message: `it says that no point writes, but ${writing} does` }];
}

/** A plan: what is done, in order. The same document in the catalog, on the wire, in the database and in plan files. */
export const benchmarkPlan = z
  .object({ ...fields, steps: planSteps })
  .check(contradicts(writingContradictions))
  .meta({ id: "BenchmarkPlan" });

/** A plan as the server keeps it: some of its steps may depend on the drive that it is launched on. */
export const planTemplate = z.object({ ...fields, steps: templateSteps }).check(contradicts(writingContradictions));

/** A plan as a person writes it to a file: with what it follows, and without a field that nobody would read. */
export const planDocument = fieldsOf({
  ...fields,
  steps: templateSteps,
  source: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("Where its method is published: an id of the catalog's sources."),
  follows: z
    .array(z.string().min(1).max(100))
    .max(16)
    .optional()
    .describe("Ids of the sources whose method it follows."),
  departs: z
    .array(z.string().min(1).max(1024))
    .max(64)
    .optional()
    .describe("Where it departs from them, a sentence each."),
}).check(contradicts(writingContradictions));
