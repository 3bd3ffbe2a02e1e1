import { protocolLimits } from "@crosspoint/protocol/limits";

export type Fields = Readonly<Record<string, unknown>>;

/** A step as it is edited: whatever stands in its fields, right or wrong. */
export interface DraftStep {
  /** Its name while it is edited: it keeps it wherever it is moved. */
  readonly key: string;
  readonly fields: Fields;
  /** The steps within it. */
  readonly body?: readonly DraftStep[] | undefined;
}

/** A plan as it is edited. */
export interface DraftPlan {
  /** All but its steps. */
  readonly head: Fields;
  readonly steps: readonly DraftStep[];
}

export interface KeyedPlan {
  readonly plan: DraftPlan;
  /** The number that the key of the next step has. */
  readonly nextKey: number;
}

/** Fields of a document that the builder fills in by itself. */
const ownFields = ["id", "readsOnly"];

/** The kind of a step, as far as it is a text. */
export function kindOf({ fields }: DraftStep): string {
  return typeof fields.kind === "string" ? fields.kind : "";
}

/** A plan to edit from a document, or why it cannot be shown as cards. What its fields hold is not looked at. */
export function draftOf(document: unknown, firstKey = 0): KeyedPlan | { readonly mistake: string } {
  if (!isMapping(document)) return { mistake: "expected a mapping with name and steps" };
  const { steps = [], ...head } = document;
  const mistake = shapeMistake(steps);
  if (mistake !== undefined) return { mistake };
  for (const field of ownFields) delete head[field];
  const keys = { next: firstKey };
  const plan = { head, steps: (steps as Fields[]).map((step) => keyed(step, keys)) };
  return { plan, nextKey: keys.next };
}

/** The steps must be lists of mappings, no deeper and no more than a plan may have: then they can be walked. */
function shapeMistake(steps: unknown): string | undefined {
  const lists: { steps: unknown; depth: number }[] = [{ steps, depth: 1 }];
  let count = 0;
  for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
    if (!Array.isArray(list.steps)) return "steps: expected a list of steps";
    if (list.depth > protocolLimits.stepNesting) {
      return `steps may stand in steps ${protocolLimits.stepNesting} deep at most`;
    }
    count += list.steps.length;
    if (count > protocolLimits.stepsInAll) return `a plan may have ${protocolLimits.stepsInAll} steps in all`;
    for (const step of list.steps as unknown[]) {
      if (!isMapping(step)) return "steps: expected a mapping for each step";
      if (step.steps !== undefined) lists.push({ steps: step.steps, depth: list.depth + 1 });
    }
  }
  return undefined;
}

function keyed({ steps, ...fields }: Fields, keys: { next: number }): DraftStep {
  const key = `step-${keys.next}`;
  keys.next += 1;
  if (steps === undefined) return { key, fields };
  return { key, fields, body: (steps as Fields[]).map((step) => keyed(step, keys)) };
}

/** A step with everything in it, under keys of its own. */
export function copyOf(step: DraftStep, firstKey: number): { readonly step: DraftStep; readonly nextKey: number } {
  const keys = { next: firstKey };
  return { step: keyed(stepDocument(step), keys), nextKey: keys.next };
}

/** The document of a plan that is edited, as it would be written to a file. */
export function documentOf({ head, steps }: DraftPlan): Fields {
  return { ...head, steps: steps.map(stepDocument) };
}

export function stepDocument({ fields, body }: DraftStep): Fields {
  return body === undefined ? fields : { ...fields, steps: body.map(stepDocument) };
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
