/** Steps within steps, changed without touching what they were. */
import type { DraftStep } from "./draft-plan";

type Steps = readonly DraftStep[];

/** Where a step stands: in the body of another, or in the plan itself, at a place counted from 0. */
export interface Place {
  readonly within: string | undefined;
  readonly index: number;
}

export interface FoundStep extends Place {
  readonly step: DraftStep;
  /** The list that it stands in. */
  readonly list: Steps;
  /** The step around it. */
  readonly parent: DraftStep | undefined;
  /** 1 for a step of the plan itself. */
  readonly depth: number;
}

export function findStep(steps: Steps, key: string): FoundStep | undefined {
  return allFound(steps).find(({ step }) => step.key === key);
}

/** Every step, one before those within it. */
export function allFound(list: Steps, parent?: DraftStep, depth = 1): FoundStep[] {
  return list.flatMap((step, index) => [
    { step, index, list, parent, within: parent?.key, depth },
    ...allFound(step.body ?? [], step, depth + 1),
  ]);
}

export function countSteps(steps: Steps): number {
  return steps.reduce((sum, { body = [] }) => sum + 1 + countSteps(body), 0);
}

/** How many lists are within each other, from this step down; 1 for a step without a body. */
export function heightOf({ body }: DraftStep): number {
  return body === undefined ? 1 : 1 + Math.max(0, ...body.map(heightOf));
}

/** The list of steps at a place: the plan's own, or a body. */
export function listAt(steps: Steps, within: string | undefined): Steps {
  return within === undefined ? steps : (findStep(steps, within)?.step.body ?? []);
}

export function changeStep(steps: Steps, key: string, change: (step: DraftStep) => DraftStep): Steps {
  return steps.map((step) => {
    if (step.key === key) return change(step);
    return step.body === undefined ? step : { ...step, body: changeStep(step.body, key, change) };
  });
}

export function insertStep(steps: Steps, { within, index }: Place, added: DraftStep): Steps {
  if (within === undefined) return steps.toSpliced(index, 0, added);
  return changeStep(steps, within, (step) => ({ ...step, body: (step.body ?? []).toSpliced(index, 0, added) }));
}

export function removeStep(steps: Steps, key: string): Steps {
  return steps
    .filter((step) => step.key !== key)
    .map((step) => (step.body === undefined ? step : { ...step, body: removeStep(step.body, key) }));
}
