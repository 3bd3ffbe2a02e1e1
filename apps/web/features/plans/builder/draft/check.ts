import { allSteps, countPoints, planWrites } from "@crosspoint/domain";
import { type PlanDocument, planDocument, planStep } from "@crosspoint/protocol";
import { type DraftPlan, type DraftStep, documentOf, type Fields, kindOf, stepDocument } from "./draft-plan";
import type { FieldPath } from "./edit";
import { kindWords } from "./kinds";

/** What is wrong, where. */
export interface Mistake {
  /** The step; undefined for the plan itself. */
  readonly key: string | undefined;
  /** Of the field within the step or the plan; empty: all of it. */
  readonly path: FieldPath;
  /** In the whole document. */
  readonly documentPath: FieldPath;
  readonly message: string;
}

/** A plan that is edited, as the contract reads it. */
export type CheckedPlan =
  | { readonly kind: "valid"; readonly document: PlanDocument; readonly mistakes: readonly [] }
  | { readonly kind: "invalid"; readonly mistakes: readonly Mistake[] };

/** Most mistakes that are shown. */
const mistakesLimit = 100;

export function checkPlan(plan: DraftPlan): CheckedPlan {
  const read = planDocument.safeParse({ id: "unsaved", readsOnly: false, ...documentOf(plan) });
  if (read.success) {
    const document = { ...read.data, readsOnly: !planWrites(read.data.steps) };
    return { kind: "valid", document, mistakes: [] };
  }
  const issues = read.error.issues.slice(0, mistakesLimit);
  return { kind: "invalid", mistakes: issues.map(({ path, message }) => mistakeAt(plan, path as FieldPath, message)) };
}

/** A document with its fields in the contract's order, as it is written to a file: a database keeps another. */
export function inOrder(document: unknown): unknown {
  const read = planDocument.safeParse(document);
  return read.success ? read.data : document;
}

/** Whose mistake it is that stands at a path of the document. */
export function mistakeAt(plan: DraftPlan, documentPath: FieldPath, message: string): Mistake {
  let step: DraftStep | undefined;
  let list: readonly DraftStep[] | undefined = plan.steps;
  let path = documentPath;
  while (list !== undefined && path[0] === "steps" && typeof path[1] === "number") {
    const within: DraftStep | undefined = list[path[1]];
    if (within === undefined) break;
    step = within;
    list = within.body;
    path = path.slice(2);
  }
  return { key: step?.key, path, documentPath, message };
}

/** A path as the server and the tool write it, as parts: `steps[0].blockBytes`. */
export function pathOfPlace(place: string): FieldPath {
  return [...place.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = ""]) =>
    index === undefined ? name : Number(index),
  );
}

/** "Step 2.1, Sweep: blockBytes": where a mistake stands, for people. */
export function placeOfMistake(plan: DraftPlan, { documentPath, path }: Mistake): string {
  const numbers: number[] = [];
  let list = plan.steps;
  let kind = "";
  for (let at = 0; documentPath[at] === "steps" && typeof documentPath[at + 1] === "number"; at += 2) {
    const index = documentPath[at + 1] as number;
    const step: DraftStep | undefined = list[index];
    if (step === undefined) break;
    numbers.push(index + 1);
    kind = kindWords(kindOf(step)).name;
    list = step.body ?? [];
  }
  const field = path.filter((part) => typeof part === "string").join(".");
  const where = numbers.length === 0 ? "Plan" : `Step ${numbers.join(".")}, ${kind}`;
  return field === "" ? where : `${where}: ${field}`;
}

/** The most points that a step can come to, if it is right by itself. */
export function pointsOfStep(step: DraftStep): number | undefined {
  const read = planStep.safeParse(stepDocument(step));
  return read.success ? countPoints([read.data]) : undefined;
}

/** The steps of a document that only an agent can do, in the order of the plan, each kind once. */
export function kindsOf(document: PlanDocument): readonly string[] {
  return [...new Set(allSteps(document.steps).map(({ step }) => step.kind))];
}

/** Whether two plans that are edited say the same. */
export function saysTheSame(a: Fields, b: Fields): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
