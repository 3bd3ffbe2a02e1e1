import type { z } from "zod";
import { mapping, notText, quoted } from "./field.ts";

/** The kinds of step that this version walks. */
export const stepKinds = [
  "purge",
  "set",
  "fill",
  "sweep",
  "streams",
  "rounds",
  "each",
  "search",
  "selfTest",
  "idle",
  "database",
] as const;
export type StepKind = (typeof stepKinds)[number];

/** The kind that the server makes other steps of before an agent sees the plan. */
export const generatedKind = "ratedFigures";

/** What is wrong with a step whose kind is missing, unknown, or has no place here; `within` names a step with a body. */
export function kindError(allowed: readonly string[], within?: string): z.core.$ZodErrorMap {
  return (issue) => {
    if (issue.code !== "invalid_union") return mapping(issue);
    const { kind } = issue.input as { kind?: unknown };
    if (kind === undefined) return "is missing";
    if (typeof kind !== "string") return notText({ ...issue, input: kind });
    if (kind === generatedKind) {
      return `the step ${quoted(kind)} is for plans that the server launches, and stands in no other step`;
    }
    if (within !== undefined && (stepKinds as readonly string[]).includes(kind)) {
      return `a step ${quoted(kind)} cannot stand in ${within}: use ${either(allowed)}`;
    }
    return `there is no step ${quoted(kind)} in this version: use ${either(within === undefined ? allowed : stepKinds)}, or update Crosspoint`;
  };
}

function either(kinds: readonly string[]): string {
  return `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`;
}
