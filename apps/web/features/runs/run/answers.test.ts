import { findPlan } from "@crosspoint/catalog";
import { expandPlan, type PlanStep } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { answersOf } from "./answers";
import type { Point } from "./run-detail";
import { builtInSteps, complete, measuredRun } from "./testing/measured-run";

/** The points of a plan before any of them was measured. */
function planned(steps: readonly PlanStep[]) {
  const expansion = expandPlan(steps, 10_000);
  if (expansion.kind !== "points") throw new Error("too many points");
  return {
    steps,
    points: expansion.points.map((point) => ({ ...point, state: "pending", directions: [] }) as unknown as Point),
  };
}

function builtIn(id: string) {
  const steps = findPlan(id)?.document.steps;
  if (steps === undefined) throw new Error(`There is no plan ${id}.`);
  return planned(steps);
}

/** "depth: 4 × 11", one for each panel of curves. */
function drawn(run: ReturnType<typeof planned>): string[] {
  return answersOf(run).flatMap((answer) => {
    if (answer.kind !== "curves") return [];
    const lengths = [...new Set(answer.sweeps.map(({ points }) => points.length))];
    return [`${answer.axis}: ${answer.sweeps.length} × ${lengths.join("/")}`];
  });
}

describe("answersOf", () => {
  it.each([
    ["anandtech-2017-transfer-sizes", ["size: 6 × 12/11"]],
    ["anandtech-2017-queue-depths", ["depth: 4 × 11"]],
    ["anandtech-2020-peak-throughput", ["depth: 4 × 10"]],
    ["anandtech-2017-mixed", ["mix: 1 × 11"]],
    ["hardwareinfo-2015", ["depth: 4 × 6"]],
    // Two depths are no curve, nor are rounds, the steps of a search, loads at once, ways to wait or one load for hours.
    ["optane-comparison", []],
    ["snia-pts-e-iops", []],
    ["act", []],
    ["completion-modes", []],
    ["hardwareinfo-2015-consistency", []],
  ])("of %s: %o", (plan, expected) => {
    expect(drawn(builtIn(plan))).toEqual(expected);
  });

  const sweep = {
    kind: "sweep",
    pattern: "random",
    blockBytes: 4096,
    readPercent: 100,
    queueDepth: 1,
    durationSeconds: 1,
  } as const;

  it("draws a grid over its longer side, and one of equal sides over the depth", () => {
    const depths = [1, 2, 4, 8];
    expect(drawn(planned([{ ...sweep, queueDepth: depths, blockBytes: [512, 4096, 8192] }]))).toEqual(["depth: 3 × 4"]);
    expect(drawn(planned([{ ...sweep, queueDepth: [1, 2, 4], blockBytes: [512, 1024, 4096, 8192] }]))).toEqual([
      "size: 3 × 4",
    ]);
    expect(drawn(planned([{ ...sweep, queueDepth: [1, 2, 4], blockBytes: [512, 4096, 8192] }]))).toEqual([
      "depth: 3 × 3",
    ]);
  });

  it("draws a point in every sweep that another of its points needs", () => {
    const sizes = { ...sweep, blockBytes: [512, 4096, 8192, 16_384] };
    expect(drawn(planned([sizes, { ...sweep, readPercent: [100, 50, 0] }]))).toEqual(["size: 1 × 5", "mix: 1 × 4"]);
  });

  it("finds a sweep in steps of one value each, however long each is measured", () => {
    const steps = [1, 2, 4].map((queueDepth) => ({ ...sweep, queueDepth, durationSeconds: queueDepth * 10 }));
    expect(drawn(planned(steps))).toEqual(["depth: 1 × 3"]);
  });

  it("keeps what a setting or the drive's state sets apart in curves of their own", () => {
    const depths = { ...sweep, queueDepth: [1, 2, 4] };
    const limits: PlanStep = { kind: "each", setting: "powerGovernor", values: [0, 1], steps: [depths] };
    expect(drawn(planned([limits]))).toEqual(["depth: 2 × 3"]);
    const fill: PlanStep = { kind: "fill", method: "sequential", blockBytes: 131_072 };
    expect(drawn(planned([depths, fill, depths]))).toEqual(["depth: 2 × 3"]);
  });

  it("draws threads and offered rates, and no depth of an open loop", () => {
    expect(drawn(planned([{ ...sweep, threads: [1, 2, 4] }]))).toEqual(["threads: 1 × 3"]);
    const { queueDepth: _, ...open } = sweep;
    expect(drawn(planned([{ ...open, ratePerSecond: [100, 200, 400] }]))).toEqual(["rate: 1 × 3"]);
    expect(drawn(planned([{ ...sweep, queueDepth: [1, 2, 4], ratePerSecond: 100 }]))).toEqual([]);
  });
});

describe("the answers of the standards", () => {
  it.each([
    ["snia-pts-e-iops", ["rounds"]],
    ["snia-pts-e-write-saturation", ["saturation", "consistency"]],
    ["hardwareinfo-2015-steady-state", ["saturation", "consistency"]],
    ["hardwareinfo-2015-consistency-short", ["saturation", "consistency"]],
    ["act", ["search"]],
    ["completion-modes", ["modes"]],
    ["quick-check", []],
    ["anandtech-2017-mixed", ["curves"]],
    // Loads of 65 s at each value; which values there are, the drive says.
    ["power-state-sweep", ["settings"]],
  ])("of %s, measured: %o", (plan, expected) => {
    const run = measuredRun(builtInSteps(plan), () => complete({ iops: 1000 }));
    expect(answersOf(run).map(({ kind }) => kind)).toEqual(expected);
    expect(answersOf(measuredRun(builtInSteps(plan), () => undefined)).filter(({ kind }) => kind !== "curves")).toEqual(
      [],
    );
  });
});
