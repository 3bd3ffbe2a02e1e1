import { z } from "zod";
import { protocolLimits } from "../limits.ts";
import { mapping, quoted } from "./field.ts";
import { setStep } from "./set.ts";
import { countSweepPoints, sweepStep, sweepWrites } from "./sweep.ts";

/** The kinds of step that this version walks, in one place for its errors. */
const stepKinds = ["sweep", "set"] as const;

/**
 * One step of a plan. The agent reads steps with its own parser, which says where a mistake stands; the contract
 * leaves them open, so that a step it does not know is declined by name.
 */
export const planStep = z
  .discriminatedUnion("kind", [sweepStep, setStep], {
    error: (issue) => {
      if (issue.code !== "invalid_union") return mapping(issue);
      const { kind } = issue.input as { kind?: unknown };
      if (kind === undefined) return "is missing";
      return `there is no step ${quoted(String(kind))} in this version: use ${stepKinds.join(" or ")}, or update Crosspoint`;
    },
  })
  .meta({ id: "PlanStep" });

/** A plan: what is done, in order. The same document in the catalog, on the wire, in the database and in plan files. */
export const benchmarkPlan = z
  .object({
    id: z.string().min(1).max(100),
    name: z.string().min(1).max(200),
    description: z.string().max(4096).optional(),
    /** No point may write. */
    readsOnly: z.boolean(),
    steps: z
      .array(planStep)
      .min(1, { error: stepCount })
      .max(protocolLimits.stepsPerPlan, { error: stepCount })
      .check(({ value: steps, issues }) => {
        for (const { path, message } of pointMistakes(steps))
          issues.push({ code: "custom", input: steps, path, message });
      }),
  })
  .check(({ value: plan, issues }) => {
    const writing = plan.readsOnly ? plan.steps.findIndex(stepWrites) : -1;
    if (writing < 0) return;
    const message = `it says that no point writes, but steps[${writing}] does`;
    issues.push({ code: "custom", input: plan, path: ["readsOnly"], message });
  })
  .meta({ id: "BenchmarkPlan" });

type Step = z.infer<typeof planStep>;

function stepCount({ input }: z.core.$ZodRawIssue): string {
  return `a list of 1 to ${protocolLimits.stepsPerPlan} is expected, not of ${(input as unknown[]).length}`;
}

function stepWrites(step: Step): boolean {
  return step.kind === "sweep" && sweepWrites(step);
}

/** A plan without a point, or with more than a run can have: from which step on. */
function pointMistakes(steps: readonly Step[]): { path: number[]; message: string }[] {
  let points = 0;
  for (const [index, step] of steps.entries()) {
    points += step.kind === "sweep" ? countSweepPoints(step) : 0;
    if (points > protocolLimits.pointsPerRun) {
      const message = `with this step the plan has more than ${protocolLimits.pointsPerRun} points`;
      return [{ path: [index], message }];
    }
  }
  return points === 0 ? [{ path: [], message: "no step measures: give a sweep" }] : [];
}
