import { protocolLimits } from "../limits.ts";
import type { Contradiction } from "./field.ts";

interface List {
  readonly steps: readonly unknown[];
  readonly path: readonly (string | number)[];
  readonly depth: number;
}

/**
 * Steps that stand too deep, or too many in all, in a document that nobody has read yet. Looked at before anything goes
 * down into it, and without going down itself.
 */
export function nestingContradiction(steps: unknown): Contradiction | undefined {
  const lists: List[] = Array.isArray(steps) ? [{ steps, path: [], depth: 1 }] : [];
  let count = 0;
  for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
    if (list.depth > protocolLimits.stepNesting) {
      return { path: list.path, message: `steps may stand in steps ${protocolLimits.stepNesting} deep at most` };
    }
    count += list.steps.length;
    if (count > protocolLimits.stepsInAll) {
      return { path: [], message: `a plan may have ${protocolLimits.stepsInAll} steps in all, and it has more` };
    }
    lists.push(...bodies(list));
  }
  return undefined;
}

function bodies({ steps, path, depth }: List): List[] {
  return steps.flatMap((step, index) => {
    const body: unknown = typeof step === "object" && step !== null && "steps" in step ? step.steps : undefined;
    return Array.isArray(body) ? [{ steps: body, path: [...path, index, "steps"], depth: depth + 1 }] : [];
  });
}
