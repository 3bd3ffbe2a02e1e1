/** What a plan does to the drive that it runs on, beside measuring it. */
import type { DriveSettings } from "./settings.ts";
import type { PlanStep, PurgeStep } from "./steps.ts";

/** A step, and where it stands: [1] is the second step, [1, 0] the first within it. */
export interface PlacedStep {
  readonly step: PlanStep;
  readonly path: readonly number[];
}

/** Every step of a plan, one before those within it. */
export function allSteps(steps: readonly PlanStep[], within: readonly number[] = []): PlacedStep[] {
  return steps.flatMap((step, index) => {
    const path = [...within, index];
    return [{ step, path }, ...("steps" in step ? allSteps(step.steps, path) : [])];
  });
}

/** Whether anything of a plan writes to its target or destroys what is on it. */
export function planWrites(steps: readonly PlanStep[]): boolean {
  return writtenSpanPercent(steps) > 0;
}

/** Largest share of the target that is written to, in percent from its start; a purge and a database take all of it. */
export function writtenSpanPercent(steps: readonly PlanStep[]): number {
  return Math.max(0, ...allSteps(steps).map(({ step }) => spanWritten(step)));
}

function spanWritten(step: PlanStep): number {
  switch (step.kind) {
    case "purge":
    case "database":
      return 100;
    case "fill":
      return step.spanPercent ?? 100;
    case "ratedFigures":
      return step.figures === "reads" ? 0 : 100;
    case "sweep":
      return [step.readPercent].flat().some((percent) => percent < 100) ? (step.spanPercent ?? 100) : 0;
    case "streams":
      return Math.max(...step.streams.map((each) => (each.readPercent < 100 ? (each.spanPercent ?? 100) : 0)));
    default:
      return 0;
  }
}

/** The ways in which a plan destroys all data on its target, each once, in the order of the plan. */
export function planPurges(steps: readonly PlanStep[]): PurgeStep["method"][] {
  return [...new Set(allSteps(steps).flatMap(({ step }) => (step.kind === "purge" ? [step.method] : [])))];
}

/** What a plan changes of its drive, in the order of its steps. */
export interface ChangedSettings {
  /** A `set` leaves no choice; of the values of an `each`, one that cannot be set loses its own points alone. */
  readonly choices: readonly (readonly DriveSettings[])[];
  /** Of which every value is tried that the drive offers. */
  readonly offered: readonly (keyof DriveSettings)[];
}

/** Every setting that a plan gives its drive, at the time of one of its steps. */
export function changedSettings(steps: readonly PlanStep[]): ChangedSettings {
  const choices: DriveSettings[][] = [];
  const offered = new Set<keyof DriveSettings>();
  for (const { step } of allSteps(steps)) {
    if (step.kind === "set") {
      const { kind: _, ...values } = step;
      choices.push([values]);
    }
    if (step.kind !== "each") continue;
    if (step.values === "offered") offered.add(step.setting);
    else choices.push(step.values.map((value) => ({ [step.setting]: value })));
  }
  return { choices, offered: [...offered] };
}

/** The steps that `uring-bench` cannot do by itself: those that need a controller, a setting or a database server. */
export function stepsForAgent(steps: readonly PlanStep[]): PlacedStep[] {
  const kinds: readonly PlanStep["kind"][] = ["set", "each", "selfTest", "database"];
  return allSteps(steps).filter(
    ({ step }) => kinds.includes(step.kind) || (step.kind === "purge" && step.method !== "discard"),
  );
}
