import { describe, expect, it } from "vitest";
import type { Point } from "../run-detail";
import { builtInSteps, complete, measuredRun } from "../testing/measured-run";
import { completionModes, cpuOf, isMix, timedOf } from "./completion-modes";
import { cpuByMode, latencyByMode } from "./prepare-modes";

/** 100 I/Os a second for 60 s: 6,000. */
const run = measuredRun(builtInSteps("completion-modes"), ({ spec }) =>
  spec.engine.startsWith("passthrough")
    ? { state: "skipped", reason: "no character device" }
    : ({ ...complete({ direction: "read", iops: 100 }), cpuUserNs: 6e6, cpuSystemNs: 12e6 } as Partial<Point>),
);

describe("completionModes", () => {
  it("has one load by each engine, what was left out too", () => {
    const [set, ...others] = completionModes(run.points);
    expect(others).toEqual([]);
    expect(set?.points).toHaveLength(7);
    expect(set?.points.filter(({ state }) => state === "skipped")).toHaveLength(2);
    expect(completionModes(measuredRun(builtInSteps("quick-check"), () => complete({ iops: 1 })).points)).toEqual([]);
  });

  it("divides user and kernel time by the I/Os, and tells of none that was not reported", () => {
    const [point] = run.points;
    expect(point && cpuOf(point)).toEqual({ user: 1000, kernel: 2000, both: 3000 });
    expect(cpuOf({ ...point, cpuUserNs: undefined } as Point)).toBeUndefined();
  });

  it("names the reads of a mix as those that its latencies are of", () => {
    const both = (point: { readonly spec: Point["spec"] }) => {
      const directions = (["write", "read"] as const).flatMap(
        (direction) => complete({ direction, iops: 100, meanNs: direction === "read" ? 500 : 900 }).directions ?? [],
      );
      return { ...complete({ iops: 100 }), directions, spec: { ...point.spec, readPercent: 50 } } as Partial<Point>;
    };
    const [mixed] = completionModes(measuredRun(builtInSteps("completion-modes"), both).points);
    const [pure] = completionModes(run.points);
    if (mixed === undefined || pure === undefined) throw new Error("The runs have modes.");
    expect([isMix(mixed), isMix(pure)]).toEqual([true, false]);
    expect(mixed.points[0] && timedOf(mixed.points[0])?.direction).toBe("read");
    const { title, series } = latencyByMode(mixed, String);
    expect([title, series[0]?.points[0]?.y]).toEqual(["Latency of reads by completion mode", 500]);
    expect(latencyByMode(pure, String).title).toBe("Latency by completion mode");
  });

  it("draws a gap with its reason for a mode that was left out", () => {
    const [set] = completionModes(run.points);
    if (set === undefined) throw new Error("The run has modes.");
    const cpu = cpuByMode(set, String);
    expect(cpu.series.map(({ points }) => points[0]?.y)).toEqual([1000, 2000]);
    expect(cpu.series[0]?.points[3]).toEqual({ x: 3, y: null, gap: "no character device" });
    const untold = set.points.map((point) => ({ ...point, cpuSystemNs: undefined }));
    const gaps = cpuByMode({ ...set, points: untold }, String).series[0]?.points.map(({ gap }) => gap);
    expect(gaps?.slice(0, 3).toSorted()).toEqual([
      "CPU time was not recorded.",
      "CPU time was not recorded.",
      "The time of the kernel thread that submits is not known.",
    ]);
    const latency = latencyByMode(set, String);
    expect(latency.series[0]?.points.map(({ y }) => y)).toEqual([1000, 1000, 1000, null, null, 1000, 1000]);
    expect(latency.series[2]?.points[0]).toEqual({ x: 0, y: null, gap: "Too few I/Os for p99.999." });
  });
});
