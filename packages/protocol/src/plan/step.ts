import { z } from "zod";
import { databaseStep } from "./database.ts";
import { eachStepOf } from "./each.ts";
import { fillStep } from "./fill.ts";
import { idleStep } from "./idle.ts";
import { generatedKind, kindError, stepKinds } from "./kinds.ts";
import { purgeStep } from "./purge.ts";
import { ratedFiguresStep } from "./rated-figures.ts";
import { roundsStep } from "./rounds.ts";
import { searchStep } from "./search.ts";
import { selfTestStep } from "./self-test.ts";
import { setStep } from "./set.ts";
import { streamsStep } from "./streams.ts";
import { sweepStep } from "./sweep.ts";

const flatSteps = [
  purgeStep,
  setStep,
  fillStep,
  sweepStep,
  streamsStep,
  roundsStep,
  searchStep,
  selfTestStep,
  idleStep,
  databaseStep,
] as const;

/** The body once for every value of a setting, which is put back after it. */
export type EachStep = {
  kind: "each";
  setting: "powerState" | "powerGovernor" | "scheduler";
  values: "offered" | (number | string)[];
  steps: PlanStep[];
};

/** One step of a plan. */
export type PlanStep = z.infer<(typeof flatSteps)[number]> | EachStep;

const eachStep = eachStepOf(z.lazy((): z.ZodType<PlanStep> => planStep));

/**
 * One step of a plan. The agent reads steps with its own parser, which says where a mistake stands; the contract
 * leaves them open, so that a step it does not know is declined by name.
 */
export const planStep = z
  .discriminatedUnion("kind", [...flatSteps, eachStep], { error: kindError(stepKinds) })
  .meta({ id: "PlanStep" });

/** A step at the top of a plan that the server keeps: also one that becomes steps for the drive that it is launched on. */
export const templateStep = z.discriminatedUnion("kind", [...flatSteps, eachStep, ratedFiguresStep], {
  error: kindError([...stepKinds, generatedKind]),
});
export type TemplateStep = z.infer<typeof templateStep>;
