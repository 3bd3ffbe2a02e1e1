import { readFileSync } from "node:fs";
import { benchmarkPlan } from "@crosspoint/protocol";
import { expect, it } from "vitest";

interface Mistake {
  readonly plan: unknown;
  readonly path: string;
  readonly message: string;
}

const golden = new URL("../golden/plan-mistakes.json", import.meta.url);
const mistakes = JSON.parse(readFileSync(golden, "utf8")) as Mistake[];

/** A path as the agent writes it: `steps[1].queueDepth[2]`. */
function writePath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .slice(1);
}

/** Agent/crates/bench is held to the same file: the contract and the agent refuse the same plans in the same words. */
it.each(mistakes)("$path: $message", ({ plan, path, message }) => {
  const [issue] = benchmarkPlan.safeParse(plan).error?.issues ?? [];
  expect(issue && { path: writePath(issue.path), message: issue.message }).toEqual({ path, message });
});
