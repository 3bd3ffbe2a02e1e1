import { countPoints, dependsOnModel, planDuration, planWrites } from "@crosspoint/domain";
import { type FieldError, type PlanTemplate, planDocument } from "@crosspoint/protocol";
import { ServiceError } from "../../errors.ts";
import { planHash } from "./plan-hash.ts";

/** A document as it was read: a plan with what it comes to, or each mistake with its place. */
export type ReadPlan =
  | ({ readonly kind: "plan" } & PlanInShort)
  | { readonly kind: "mistakes"; readonly mistakes: readonly FieldError[] };

export interface PlanInShort {
  readonly document: PlanTemplate;
  readonly planHash: string;
  /** What it measures is known when its drive is: points and time are those of its other steps. */
  readonly dependsOnModel: boolean;
  readonly points: number;
  /** At most. */
  readonly durationMs: number;
  readonly writes: boolean;
}

/** Most mistakes that are named at once. */
const mistakesLimit = 50;

/** Reads a document that anybody may have written; a plan that was never saved needs no id of its own. */
export function readPlan(document: unknown): ReadPlan {
  const read = planDocument.safeParse(isMapping(document) ? { id: "unsaved", ...document } : document);
  if (read.success) return { kind: "plan", ...planInShort(read.data) };
  const mistakes = read.error.issues.slice(0, mistakesLimit);
  return { kind: "mistakes", mistakes: mistakes.map(({ path, message }) => ({ path: placeOf(path), message })) };
}

/** The same for what has to be a plan: throws `invalid` with each mistake. */
export function requirePlan(document: unknown): PlanInShort {
  const read = readPlan(document);
  if (read.kind === "plan") return read;
  const [first] = read.mistakes;
  throw new ServiceError("invalid", `This is no plan that can be run. ${first?.path ?? ""}: ${first?.message ?? ""}`, {
    remedy: "Correct what is listed.",
    fields: read.mistakes,
  });
}

export function planInShort(document: PlanTemplate): PlanInShort {
  const { steps } = document;
  return {
    document,
    planHash: planHash(steps),
    dependsOnModel: dependsOnModel(steps),
    points: countPoints(steps),
    durationMs: planDuration(steps).secondsMost * 1000,
    writes: planWrites(steps),
  };
}

function isMapping(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `steps[0].blockBytes`, as the tool and the agent write it. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === "number") return `${place}[${key}]`;
    return place === "" ? String(key) : `${place}.${String(key)}`;
  }, "");
}
