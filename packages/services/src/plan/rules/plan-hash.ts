import { createHash } from "node:crypto";
import type { PlanStep } from "@crosspoint/domain";

/** SHA-256 of a plan's steps in canonical JSON, hex: what is run, whatever it is called. */
export function planHash(steps: readonly PlanStep[]): string {
  return createHash("sha256").update(canonicalJson(steps)).digest("hex");
}

/** JSON whose keys are sorted and which has no spaces: equal values are equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
