import { expandPlan, type PlanStep, workloadKey, workloadOf } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import type { Run } from "../run-detail";
import { type PlanRepeats, repeatedLoads } from "./repeats";
import { repeatsPlot, widestShare } from "./repeats-plot";
import { runOf } from "./testing";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 } as const;

/** A run of the plan for each list of rates, one of each point. */
function repeatsOf(steps: readonly PlanStep[], ...rates: readonly (readonly number[])[]): PlanRepeats {
  const expansion = expandPlan(steps, 100);
  if (expansion.kind !== "points") throw new Error("too many points");
  const runs = rates.map((own, index) => ({
    runId: `run-${index}`,
    requestedAt: new Date(Date.UTC(2026, 10, 20 + index)),
    hostname: "vault",
    points: expansion.points.map(({ sequence, stepPath, spec }) => ({
      ...{ sequence, stepPath, workloadKey: workloadKey(workloadOf(spec)) },
      directions: [
        {
          ...{ direction: "read" as const, operations: 1000, iops: own[sequence] ?? 0, bytesPerSecond: 0 },
          ...{ latencyNsMean: 1e9 / (own[sequence] ?? 1), latencyNsP99: own[sequence] },
        },
      ],
    })),
  }));
  return { runs, olderRuns: 0 };
}

const runWith = (steps: readonly PlanStep[], id = "run-0") => ({ ...runOf(steps), id }) as Run;

describe("repeatedLoads", () => {
  it("sets the runs of a plan beside one another, with mean, interval and spread of each load", () => {
    const steps = [{ ...sweep, queueDepth: [1, 2] }];
    const loads = repeatedLoads(runWith(steps), repeatsOf(steps, [98, 10], [100, 10], [102, 10]), "iops");
    expect(
      loads.map(({ name, unit, repeats }) => [name, unit, repeats.map(({ runId, value }) => `${runId} ${value}`)]),
    ).toEqual([
      ["4\u2009KiB random read, QD1", "runs", ["run-0 98", "run-1 100", "run-2 102"]],
      ["4\u2009KiB random read, QD2", "runs", ["run-0 10", "run-1 10", "run-2 10"]],
    ]);
    // s = 2, t(0.975, 2) = 4.3027: 100 ± 4.3027 × 2 / √3 = 100 ± 4.968.
    expect(loads[0]).toMatchObject({
      center: 100,
      spreadPercent: 2,
      interval: {
        kind: "interval",
        method: "studentT",
        low: expect.closeTo(95.032, 3),
        high: expect.closeTo(104.968, 3),
      },
    });
    expect(loads[1]).toMatchObject({ center: 10, spreadPercent: 0 });
  });

  it("takes the middle one of several times in a run, and those of one run where there is no other", () => {
    const steps: PlanStep[] = [{ kind: "rounds", roundsMax: 3, steps: [sweep] }];
    const two = repeatedLoads(runWith(steps), repeatsOf(steps, [90, 110, 100], [200, 220, 210]), "iops");
    expect(two.map(({ unit, repeats }) => [unit, repeats.map(({ value }) => value)])).toEqual([["runs", [100, 210]]]);
    const one = repeatedLoads(runWith(steps), repeatsOf(steps, [90, 110, 100]), "iops");
    expect(one).toMatchObject([
      { unit: "times", center: 100, repeats: [{ label: "time 1" }, {}, { label: "time 3" }] },
    ]);
  });

  it("averages no percentile, and has no interval of few of them", () => {
    const loads = repeatedLoads(runWith([sweep]), repeatsOf([sweep], [1], [1], [4]), "latencyNsP99");
    expect(loads).toMatchObject([{ center: 1, interval: { kind: "tooLittle", of: "repeats", needs: 10, has: 3 } }]);
  });

  it("is empty of what was measured once, and of rounds that end on what they measure", () => {
    expect(repeatedLoads(runWith([sweep]), repeatsOf([sweep], [1]), "iops")).toEqual([]);
    const until = {
      kind: "steadyState",
      windowRounds: 2,
      excursionPercent: 20,
      slopePercent: 10,
      tracked: [],
    } as const;
    const steps: PlanStep[] = [{ kind: "rounds", roundsMax: 3, until, steps: [sweep] }];
    expect(repeatedLoads(runWith(steps), repeatsOf(steps, [1, 2, 3], [1, 2, 3]), "iops")).toEqual([]);
  });
});

describe("repeatsPlot", () => {
  const steps = [{ ...sweep, queueDepth: [1, 2] }];
  const repeats = repeatsOf(steps, [99, 10], [100, 10], [101, 10], [100, 10], [150, 10]);
  const loads = repeatedLoads(runWith(steps), repeats, "iops");

  it("has one relative scale for all loads, and names the repeat that lies far from the others", () => {
    const share = widestShare(loads);
    const [first, second] = loads.map((load) => repeatsPlot(load, "iops", share, "run-1"));
    if (first === undefined || second === undefined) throw new Error("there are two loads");
    const relative = ({ y }: typeof first, center: number) => [(y.from ?? 0) / center, (y.to ?? 0) / center];
    expect(relative(first, 110)).toEqual(relative(second, 10).map((end) => expect.closeTo(end, 9)));
    expect(first.series[0]?.points.map(({ warning }) => warning !== undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(first.series[0]?.points[1]?.details).toEqual([
      "this run",
      "point 1",
      "−9.091\u2009% from the mean, 110\u2009IOPS",
    ]);
    expect(first.bands).toMatchObject([{ axis: "y", label: "95 % interval" }]);
  });
});
