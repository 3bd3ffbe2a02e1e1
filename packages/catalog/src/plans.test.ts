import { describe, expect, it } from "vitest";
import { findPlan, plans } from "./index.ts";
import { expandPlan, planDurationMs } from "./plans.ts";

describe("built-in plans", () => {
  it("the quick check is three minutes of reads: 3 x (55 s + 5 s)", () => {
    const plan = findPlan("quick-check");
    expect(plan?.readsOnly).toBe(true);
    expect(plan?.points).toEqual([
      {
        name: "4\u2009KiB random read, QD1",
        pattern: "random",
        readPercent: 100,
        blockBytes: 4096,
        queueDepth: 1,
        threads: 1,
        durationMs: 55_000,
        rampMs: 5_000,
        spanPercent: 100,
      },
      {
        name: "4\u2009KiB random read, QD32",
        pattern: "random",
        readPercent: 100,
        blockBytes: 4096,
        queueDepth: 32,
        threads: 1,
        durationMs: 55_000,
        rampMs: 5_000,
        spanPercent: 100,
      },
      {
        name: "128\u2009KiB sequential read, QD8",
        pattern: "sequential",
        readPercent: 100,
        blockBytes: 131_072,
        queueDepth: 8,
        threads: 1,
        durationMs: 55_000,
        rampMs: 5_000,
        spanPercent: 100,
      },
    ]);
    expect(plan && planDurationMs(plan)).toBe(180_000);
  });

  it("the Optane comparison has the load of the six published rows", () => {
    const plan = findPlan("optane-comparison");
    expect(plan?.points.map((point) => [point.blockBytes, point.queueDepth, point.durationMs])).toEqual([
      [4096, 1, 60_000],
      [4096, 16, 60_000],
    ]);
    expect(plan?.description).toContain("four minutes");
  });

  it("have the points of golden/plan-points.json, to which the agent's reader of plan files holds itself too", async () => {
    const points = Object.fromEntries(plans.map((plan) => [plan.id, plan.points]));
    const golden = new URL("../golden/plan-points.json", import.meta.url).pathname;
    await expect(`${JSON.stringify(points, null, 2)}\n`).toMatchFileSnapshot(golden);
  });

  it("none that says it reads only holds a write", () => {
    for (const plan of plans.filter(({ readsOnly }) => readsOnly)) {
      expect(plan.points.map((point) => point.readPercent)).toEqual(plan.points.map(() => 100));
    }
  });
});

describe("expandPlan", () => {
  it("makes every combination of the axes, the depth varying fastest", () => {
    const plan = expandPlan({
      id: "grid",
      name: "Grid",
      description: "Two blocks, two mixes, two depths.",
      reads_only: false,
      sweeps: [
        {
          pattern: "random",
          block_bytes: [4096, 8192],
          read_percent: [100, 0],
          threads: [1],
          queue_depth: [1, 4],
          duration_s: 1,
          ramp_s: 0,
          span_percent: 50,
        },
      ],
    });
    expect(plan.points.map((point) => `${point.blockBytes} ${point.readPercent} ${point.queueDepth}`)).toEqual([
      "4096 100 1",
      "4096 100 4",
      "4096 0 1",
      "4096 0 4",
      "8192 100 1",
      "8192 100 4",
      "8192 0 1",
      "8192 0 4",
    ]);
    expect(planDurationMs(plan)).toBe(8_000);
  });
});
