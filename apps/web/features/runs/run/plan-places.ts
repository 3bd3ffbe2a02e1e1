import type { PlanStep } from "@crosspoint/domain";
import type { Point } from "./run-detail";

type StepOf<Kind extends PlanStep["kind"]> = Extract<PlanStep, { kind: Kind }>;

/** A step, and where it stands in its plan. */
export interface Placed<Kind extends PlanStep["kind"]> {
  readonly step: StepOf<Kind>;
  readonly stepPath: readonly number[];
}

/** Every step of a kind, those within an `each` too, in the order of the plan. */
export function placesOf<Kind extends PlanStep["kind"]>(
  steps: readonly PlanStep[],
  kind: Kind,
  within: readonly number[] = [],
): Placed<Kind>[] {
  return steps.flatMap((step, index) => {
    const stepPath = [...within, index];
    const own = step.kind === kind ? [{ step: step as StepOf<Kind>, stepPath }] : [];
    return step.kind === "each" ? [...own, ...placesOf(step.steps, kind, stepPath)] : own;
  });
}

/** Points of a step's body. */
export function pointsWithin<Within extends Pick<Point, "stepPath">>(
  points: readonly Within[],
  stepPath: readonly number[],
): Within[] {
  return points.filter(
    (point) =>
      point.stepPath.length > stepPath.length && stepPath.every((each, index) => point.stepPath[index] === each),
  );
}

/** The same body under each value of a setting around it, in the order of measuring. */
export function walksOf<Of extends Pick<Point, "spec">>(points: readonly Of[]): Of[][] {
  return [...Map.groupBy(points, ({ spec }) => JSON.stringify(spec.settings ?? {})).values()];
}

/** What the agent found at a step, once for each walk of it. */
export function findingsAt<Finding extends { readonly stepPath: readonly number[] }>(
  findings: readonly Finding[],
  stepPath: readonly number[],
): Finding[] {
  return findings.filter((each) => each.stepPath.join() === stepPath.join());
}

/** Whether a plan has rounds that go on until steady state. */
export function hasJudgedRounds(steps: readonly PlanStep[]): boolean {
  return placesOf(steps, "rounds").some(({ step }) => step.until !== undefined);
}
