import { findPlan, plans } from "@crosspoint/catalog";
import {
  describeWorkload,
  expandPlan,
  type PlannedDatabasePoint,
  type PlannedPoint,
  type PlanStep,
  shortenedName,
  shortenPlan,
  shortForm,
  workloadOf,
} from "@crosspoint/domain";
import { type PlanTemplate, protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import { ServiceError } from "../../errors.ts";

/** One workload that a person puts together. Longer than a day, or with other blocks, is for a plan. */
export const customWorkload = z.object({
  pattern: z.enum(["random", "sequential"]),
  readPercent: z.int().min(0).max(100),
  blockBytes: z.int().min(512).max(16_777_216),
  /** Outstanding operations per thread. */
  queueDepth: z.int().min(1).max(protocolLimits.queueDepthPerThread),
  threads: z.int().min(1).max(protocolLimits.threadsPerPoint),
  /** Measured time, warm-up excluded. */
  durationSeconds: z.int().min(1).max(86_400),
  rampSeconds: z.int().min(0).max(3600),
  /** Share of the target that is touched, from its start. */
  spanPercent: z.int().min(1).max(100),
});

/** A trial of the plan, whose points take at most so long. */
const shortened = z.object({ pointSecondsMax: z.int().min(1).max(86_400) }).optional();

/** What to run: a built-in plan by its id, one workload, a saved plan, or what a run ran. */
export const planChoice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("builtIn"), planId: z.string().min(1).max(100), shortened }),
  z.object({ kind: z.literal("custom"), workload: customWorkload, shortened }),
  /** Without a version the latest. */
  z.object({
    kind: z.literal("saved"),
    savedPlanId: z.uuid(),
    version: z.int().min(1).max(1_000_000).optional(),
    shortened,
  }),
  /** The very steps of a run that is known, its settings of the drive included. */
  z.object({ kind: z.literal("ofRun"), runId: z.uuid(), shortened }),
]);
export type PlanChoice = z.infer<typeof planChoice>;

const customPlanId = "custom";

/** A plan that needs no database: a built-in one, or one workload. */
export function namedPlan(choice: Extract<PlanChoice, { kind: "builtIn" | "custom" }>): PlanTemplate {
  return choice.kind === "custom" ? customPlan(choice.workload) : builtInPlan(choice.planId);
}

/** The plan as it is, or a trial of it that says so in its name. */
export function shortenedAs(document: PlanTemplate, { shortened }: Pick<PlanChoice, "shortened">): PlanTemplate {
  if (shortened === undefined) return document;
  const { pointSecondsMax } = shortened;
  const steps = shortenPlan(document.steps, shortForm(pointSecondsMax)) as PlanTemplate["steps"];
  return { ...document, name: shortenedName(document.name, pointSecondsMax), steps };
}

function builtInPlan(planId: string): PlanTemplate {
  const plan = findPlan(planId);
  if (plan !== undefined) return plan.document;
  throw new ServiceError("notFound", `There is no built-in plan "${planId}".`, {
    remedy: `Choose one of: ${plans.map(({ document }) => document.id).join(", ")}.`,
  });
}

function customPlan(workload: z.infer<typeof customWorkload>): PlanTemplate {
  const steps: PlanTemplate["steps"] = [{ kind: "sweep", ...workload }];
  const [point] = planPoints(steps);
  const name = point === undefined ? customPlanId : describeWorkload(workloadOf(point.spec));
  return { id: customPlanId, name, readsOnly: workload.readPercent === 100, steps };
}

/** The points of a plan without those of its databases; refuses one with more than a run can have. */
export function planPoints(steps: readonly PlanStep[]): readonly PlannedPoint[] {
  return allPlanPoints(steps).points;
}

export interface PlanPoints {
  readonly points: readonly PlannedPoint[];
  /** In the same numbering. */
  readonly databasePoints: readonly PlannedDatabasePoint[];
}

/** All points of a plan; refuses one with more than a run can have. */
export function allPlanPoints(steps: readonly PlanStep[]): PlanPoints {
  const expansion = expandPlan(steps, protocolLimits.pointsPerRun);
  if (expansion.kind === "points") {
    const { points, databasePoints } = expansion;
    return { points, databasePoints };
  }
  throw new ServiceError("invalid", `The plan has ${expansion.count} points.`, {
    remedy: `A run can have ${protocolLimits.pointsPerRun}: take values out of its axes.`,
  });
}
