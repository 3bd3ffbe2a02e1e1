import { describe, expect, it } from "vitest";
import { benchmarkPlan, planDocument } from "./plan.ts";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 };
const planOf = (...steps: object[]) => ({ id: "p", name: "P", readsOnly: true, steps });

const mixOf = (blockMix: string) => ({ ...sweep, blockBytes: undefined, blockMix });

/** The place and the words of the first mistake. */
function mistakeIn(plan: unknown): string | undefined {
  const [issue] = benchmarkPlan.safeParse(plan).error?.issues ?? [];
  return issue && `${issue.path.join(".")}: ${issue.message}`;
}

describe("a plan", () => {
  it.each([
    [sweep],
    [{ kind: "set", powerGovernor: 1 }, sweep],
    [{ ...sweep, queueDepth: [1, 32], threads: 4 }],
    [{ ...sweep, blockBytes: undefined, blockMix: "512:10,4k:90" }],
    [{ ...sweep, totalDepth: [1, 8], threadsMax: 4 }],
    [{ ...sweep, durationSeconds: undefined, fills: 2 }],
    [{ ...sweep, durationSeconds: undefined, steadyState: {} }],
    [{ ...sweep, ratePerSecond: 23.53, pace: "poisson" }],
    [{ ...sweep, alignBytes: ["block", 512], distribution: "zipf:1.1", data: "compressible:2.5" }],
  ])("%j can be run", (...steps) => {
    expect(mistakeIn(planOf(...steps))).toBeUndefined();
  });

  // What the agent refuses too is in packages/catalog/golden/plan-mistakes.json.
  it.each([
    [{ ...sweep, distribution: "zipf:1.10" }, 'steps.0.distribution: "zipf:1.10" is not written as results write it'],
    [{ ...sweep, data: "compressible:02" }, 'steps.0.data: "compressible:02" is not written as results write it'],
    [{ ...sweep, bytes: "01" }, 'steps.0.bytes: "01" is not written as results write it'],
    [mixOf("4k:100"), 'steps.0.blockMix: "4k:100" is not a block mix: it has a single size: give it as blockBytes'],
    [mixOf("1024:50,4k:50"), 'steps.0.blockMix: "1024:50,4k:50" is not a block mix: write 1k instead of 1024'],
    [mixOf("8k:50,4k:50"), 'steps.0.blockMix: "8k:50,4k:50" is not a block mix: list its sizes in ascending order'],
  ])("%j, which the agent would report in other words, is refused", (step, mistake) => {
    expect(mistakeIn(planOf(step))).toBe(mistake);
  });

  it("says whether it may write", () => {
    const { readsOnly: _, ...silent } = planOf(sweep);
    expect(mistakeIn(silent)).toBe("readsOnly: Invalid input: expected boolean, received undefined");
  });
});

it("names every kind of step that a plan may have where it is read: the server's own only for plans that it keeps", () => {
  const wrong = planOf({ kind: "loop" });
  const [kept] = planDocument.safeParse(wrong).error?.issues ?? [];
  expect(kept?.message).toContain("idle, database or ratedFigures, or update Crosspoint");
  expect(mistakeIn(wrong)).toContain("selfTest, idle or database, or update Crosspoint");
});
