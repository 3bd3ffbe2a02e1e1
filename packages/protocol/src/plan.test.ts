import { describe, expect, it } from "vitest";
import { benchmarkPlan } from "./plan.ts";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 };
const planOf = (...steps: object[]) => ({ id: "p", name: "P", readsOnly: true, steps });

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

  it.each([
    [
      { kind: "purge" },
      'steps.0.kind: There is no step "purge" in this version: use sweep or set, or update Crosspoint.',
    ],
    [{ kind: "set" }, "steps.0: sets nothing: give a powerState, a powerGovernor or a scheduler"],
    [{ ...sweep, queueDepht: 1 }, 'steps.0: Unrecognized key: "queueDepht"'],
    [{ ...sweep, readPercent: 101 }, "steps.0.readPercent: Too big: expected number to be <=100"],
    [{ ...sweep, queueDepth: [1, 2, 1] }, "steps.0.queueDepth: holds a value twice"],
    [{ ...sweep, queueDepth: [1, 0] }, "steps.0.queueDepth.1: Too small: expected number to be >=1"],
    [{ ...sweep, queueDepth: [] }, "steps.0.queueDepth: Too small: expected array to have >=1 items"],
    [{ ...sweep, blockMix: "4k:100" }, "steps.0.blockMix: must be a mix such as 512:10,4k:60,64k:30"],
    [{ ...sweep, blockMix: "512:10,4k:90" }, "steps.0: needs either blockBytes or blockMix"],
    [{ ...sweep, blockBytes: undefined }, "steps.0: needs either blockBytes or blockMix"],
    [
      { ...sweep, totalDepth: 8, queueDepth: 1 },
      "steps.0.queueDepth: does not go with totalDepth, which goes with threadsMax",
    ],
    [{ ...sweep, threadsMax: 8 }, "steps.0.threadsMax: goes with totalDepth; queueDepth is that of each of threads"],
    [{ ...sweep, pace: "fixed" }, "steps.0.pace: belongs to an open loop: give ratePerSecond too"],
    [{ ...sweep, fills: 1, bytes: "1" }, "steps.0.bytes: cannot end a point that fills ends"],
    [
      { ...sweep, durationSeconds: undefined },
      "steps.0: nothing ends its points: give durationSeconds, fills, bytes or steadyState",
    ],
    [
      { ...sweep, steadyState: {} },
      "steps.0.durationSeconds: does not go with steadyState, whose rounds say how long it takes",
    ],
    [
      { ...sweep, durationSeconds: undefined, steadyState: { windowRounds: 9, roundsMax: 8 } },
      "steps.0.steadyState: roundsMax is below windowRounds: there would never be enough rounds",
    ],
    [
      { ...sweep, engine: "libaio" },
      "steps.0.engine: must be io_uring, passthrough, sync or null, with +poll and +sqpoll behind it",
    ],
    [{ ...sweep, distribution: "zipf:1.10" }, "steps.0.distribution: must be uniform, zipf:1.1 or hotspot:90/10"],
    [{ ...sweep, data: "compressible" }, "steps.0.data: must be incompressible, compressible:2 or verified"],
  ])("%j is refused at its place", (step, mistake) => {
    expect(mistakeIn(planOf(step))).toBe(mistake);
  });

  it("has steps, and no more than can be walked", () => {
    expect(mistakeIn(planOf())).toBe("steps: Too small: expected array to have >=1 items");
    const many = Array.from({ length: 65 }, () => sweep);
    expect(mistakeIn(planOf(...many))).toBe("steps: Too big: expected array to have <=64 items");
  });
});
