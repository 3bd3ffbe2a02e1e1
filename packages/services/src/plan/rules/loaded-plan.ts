import { findRatedSheet } from "@crosspoint/catalog";
import {
  allSteps,
  dependsOnModel,
  type PlannedPoint,
  type RatedChecks,
  stepsForRatedFigures,
} from "@crosspoint/domain";
import { type PlanTemplate, type RunSettings, setStep } from "@crosspoint/protocol";
import type { Blocker } from "../../blockers.ts";
import { allPlanPoints, type PlanPoints } from "./chosen-plan.ts";

/** A plan as it is run on one target, and the points that it will measure. */
export interface ChosenPlan extends PlanPoints {
  /** As it is handed to the agent; without steps where it is refused. */
  readonly document: PlanTemplate;
  /** What it checks of the drive's spec sheet. */
  readonly rated?: RatedChecks | undefined;
  /** Why nothing of it can be measured on this target. */
  readonly refusal?: Blocker | undefined;
  /** Why its rated figures are left out, where the rest can be measured. */
  readonly leftOut?: string | undefined;
}

/** A plan as it was chosen. What it measures may depend on the drive. */
export interface LoadedPlan {
  readonly document: PlanTemplate;
  readonly on: (target: PlanTarget) => ChosenPlan;
}

/** What a plan runs on, as far as its steps depend on it. */
export interface PlanTarget {
  readonly kind: "namespace" | "scratchFile" | "volume";
  /** The model number of a drive. */
  readonly model: string | undefined;
}

/** A plan behind the settings of the drive that are to hold for all of it; `rated` is what the run before it checked. */
export function planWith(document: PlanTemplate, settings: RunSettings = {}, rated?: RatedChecks): LoadedPlan {
  const set = setStep.safeParse({ kind: "set", ...settings });
  const template = set.success ? { ...document, steps: [set.data, ...document.steps] } : document;
  if (!dependsOnModel(template.steps)) {
    const plan = { document: template, ...allPlanPoints(template.steps) };
    const again = { ...plan, rated };
    return { document: template, on: ({ model }) => (isSameSheet(rated, model) ? again : plan) };
  }
  // Drives of one model have the same steps, and a batch may have hundreds of them.
  const byModel = new Map<string, ChosenPlan>();
  return {
    document: template,
    on: (target) => {
      const key = target.model ?? `no model: ${target.kind}`;
      const plan = byModel.get(key) ?? planForModel(template, target);
      byModel.set(key, plan);
      return plan;
    },
  };
}

/** What was promised of one drive says nothing of another. */
function isSameSheet(rated: RatedChecks | undefined, model: string | undefined): boolean {
  return rated !== undefined && model !== undefined && findRatedSheet(model)?.name === rated.name;
}

function planForModel(template: PlanTemplate, target: PlanTarget): ChosenPlan {
  const { model } = target;
  const sheet = model === undefined ? undefined : findRatedSheet(model);
  const { steps, checks } = stepsForRatedFigures(template.steps, sheet ?? { figures: [] });
  const planned = allPlanPoints(steps);
  const rated = sheet && { ...sheet, checks };
  // Domain knows the same steps as the contract.
  const document = { ...template, steps: steps as PlanTemplate["steps"] };
  if (checks.some(({ stepPath }) => stepPath !== undefined)) return { document, ...planned, rated };
  const reason = whyNone(target, sheet?.name, checks[0]?.notMeasured);
  if (measures(planned.points, document)) return { document, ...planned, rated, leftOut: reason };
  return { document: { ...template, steps: [] }, points: [], databasePoints: [], refusal: refusalOf(reason) };
}

/** Beside the points there are those of databases, which move no blocks of their own. */
function measures(points: readonly PlannedPoint[], { steps }: PlanTemplate): boolean {
  const isDatabase = allSteps(steps).some(({ step }) => step.kind === "database");
  return isDatabase || points.some(({ spec }) => spec.purpose !== "precondition");
}

function whyNone({ kind, model }: PlanTarget, name: string | undefined, notMeasured: string | undefined): string {
  if (kind === "volume") return "A volume has no rated figures; those of its drives are for each drive alone.";
  if (model === undefined) return "A scratch file has no model whose rated figures could be measured.";
  if (name === undefined) return `The catalog has no spec sheet of ${model}.`;
  if (notMeasured === undefined) return `The catalog has no rated figures of the ${name}.`;
  return `No rated figure of the ${name} can be measured by this plan: ${notMeasured}`;
}

function refusalOf(message: string): Blocker {
  return { code: "invalid", message, remedy: "Choose a plan that does not depend on the drive's model." };
}
