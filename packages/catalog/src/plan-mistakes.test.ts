import { readFileSync } from "node:fs";
import { benchmarkPlan } from "@crosspoint/protocol";
import { describe, expect, it } from "vitest";

interface Mistake {
  readonly plan: unknown;
  readonly path: string;
  readonly message: string;
}

function mistakesOf(file: string): Mistake[] {
  return JSON.parse(readFileSync(new URL(`../golden/${file}`, import.meta.url), "utf8"));
}

/** A path as the agent writes it: `steps[1].queueDepth[2]`. */
function writePath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .slice(1);
}

/** Agent/crates/bench is held to the same files: the contract and the agent refuse the same plans in the same words. */
describe.each(["plan-mistakes.json", "step-mistakes.json"])("%s", (file) => {
  it.each(mistakesOf(file))("$path: $message", ({ plan, path, message }) => {
    const [issue] = benchmarkPlan.safeParse(plan).error?.issues ?? [];
    expect(issue && { path: writePath(issue.path), message: issue.message }).toEqual({ path, message });
  });
});
