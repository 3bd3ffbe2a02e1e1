import type { PlanStep } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import type { Point } from "../run-detail";
import { type Frame, framesOf } from "./frames";
import { type Choice, latencyPlot, ratePlot, tradePlot } from "./plots";
import { saturationsOf } from "./saturation";
import { sweepsOf } from "./sweeps";
import { runOf } from "./testing";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 } as const;
const depths: PlanStep = { ...sweep, queueDepth: [1, 2, 4, 8] };
const rates = new Map([
  [1, 50_000],
  [2, 95_000],
  [4, 100_000],
  [8, 99_000],
]);
const choice: Choice = { rate: "iops", latency: "latencyNsMean", scale: "log" };

function depthOf({ spec }: Pick<Point, "spec">): number {
  return spec.depth.kind === "perThread" ? spec.depth.queueDepth : 0;
}

const byDepth = (point: Pick<Point, "sequence" | "spec">) => {
  const iops = rates.get(depthOf(point)) ?? 0;
  return { read: { iops, meanNs: (depthOf(point) * 1e9) / iops } };
};

function frameOf(...args: Parameters<typeof runOf>): Frame {
  const [frame] = framesOf(sweepsOf(runOf(...args)));
  return frame ?? expect.fail("there is a sweep");
}

describe("ratePlot", () => {
  it("draws a depth sweep, its x axis as long as the plan, and labels the depth near the peak", () => {
    const { title, x, series } = ratePlot(frameOf([depths], byDepth), choice, []);
    expect([title, x.title, x.scale, x.from, x.to]).toEqual(["IOPS by queue depth", "Queue depth", "log2", 1, 8]);
    expect(series).toHaveLength(1);
    expect(series[0]?.points.map(({ x: at, y, label, id }) => [at, y, label, id])).toEqual([
      [1, 50_000, undefined, "1"],
      [2, 95_000, "QD2", "2"],
      [4, 100_000, undefined, "3"],
      [8, 99_000, undefined, "4"],
    ]);
    const bytes = ratePlot(frameOf([depths], byDepth), { ...choice, rate: "bytesPerSecond" }, []);
    expect(bytes.series[0]?.points[0]?.y).toBe(50_000 * 4096);
  });

  it("leaves a gap with its reason, keeps the axis, and says what speaks against a point", () => {
    const heard = (point: Pick<Point, "sequence" | "spec">) => (point.sequence < 2 ? byDepth(point) : undefined);
    const more = (sequence: number): Partial<Point> => {
      if (sequence === 0)
        return { warnings: ["p99.999 of read latency is based on 9000 I/Os; at least 1,000,000 recommended"] };
      if (sequence === 1) return { littlesLaw: { meanInFlight: 1, expected: 2, ok: false } };
      return sequence === 3 ? { state: "skipped", reason: "the drive has no such depth" } : {};
    };
    const { x, series } = ratePlot(frameOf([depths], heard, more), choice, []);
    expect([x.from, x.to]).toEqual([1, 8]);
    expect(series[0]?.points[0]?.warning, "nothing against a rate").toBeUndefined();
    expect(series[0]?.points.slice(1)).toMatchObject([
      { y: 95_000, warning: "contradicts Little's law" },
      { x: 4, y: null, gap: "not measured yet" },
      { x: 8, y: null, gap: "skipped: the drive has no such depth" },
    ]);
  });

  it("goes from reads alone to writes alone, and adds up what both directions did", () => {
    const mixes: PlanStep = { ...sweep, readPercent: [100, 50, 0] };
    const measure = ({ spec }: Pick<Point, "spec">) => ({
      ...(spec.readPercent > 0 ? { read: { iops: 10 * spec.readPercent, meanNs: 100 } } : {}),
      ...(spec.readPercent < 100 ? { write: { iops: 1000 - 10 * spec.readPercent, meanNs: 300 } } : {}),
    });
    const frame = frameOf([mixes], measure);
    const drawn = ratePlot(frame, choice, []);
    expect([0, 50, 100].map((at) => [drawn.x.format(at), drawn.x.tick?.(at)])).toEqual([
      ["100% reads", "100"],
      ["50% reads", "50"],
      ["0% reads", "0"],
    ]);
    const values = (plot: typeof drawn) =>
      plot.series.map(({ label, points }) => [label, points.map(({ x, y }) => `${x}=${y}`).join(" ")]);
    expect(values(drawn)).toEqual([
      ["Reads + writes", "0=1000 50=1000 100=1000"],
      ["Reads", "0=1000 50=500"],
      ["Writes", "50=500 100=1000"],
    ]);
    expect(drawn.series.map(({ points }) => points[1]?.details?.[0]).slice(0, 2)).toEqual([
      "point 2, 60,000 I/Os",
      "point 2, 30,000 I/Os",
    ]);
    expect(values(latencyPlot(frame, choice, []))).toEqual([
      ["Reads", "0=100 50=100"],
      ["Writes", "50=300 100=300"],
    ]);
  });

  it("says of one I/O that it is one", () => {
    const one = ratePlot(
      frameOf([depths], () => ({ read: { iops: 100, meanNs: 1, operations: 1 } })),
      choice,
      [],
    );
    expect(one.series[0]?.points[0]?.details?.[0]).toBe("point 1, 1 I/O");
  });

  it("shows the middle one of repeats, of an even number the lower of the two, with their ends", () => {
    const middleOf = (iops: readonly number[]) => {
      const rounds: PlanStep = { kind: "rounds", roundsMax: iops.length, steps: [{ ...sweep, queueDepth: [1, 2, 4] }] };
      const measure = ({ sequence }: { sequence: number }) => ({
        read: { iops: iops[Math.floor(sequence / 3)] ?? 0, meanNs: 1 },
      });
      const [first] = ratePlot(frameOf([rounds], measure), choice, []).series[0]?.points ?? [];
      return [first?.y, first?.low, first?.high, first?.id];
    };
    // Rounds of three points: the third round begins with the seventh.
    expect(middleOf([1000, 3000, 2000])).toEqual([2000, 1000, 3000, "7"]);
    expect(middleOf([1000, 3000, 2000, 4000])).toEqual([2000, 1000, 4000, "7"]);
  });

  it("sets published figures of the same load beside them, hollow, with bound and source", () => {
    const published = {
      ...{ id: "row", drive: "P4800X", sequences: [1], sourceId: "review", publisher: "Review" },
      ...{
        sourceTitle: "A review",
        note: "Compare by IOPS.",
        metrics: { iops: { value: 90_000, bound: "at_least" as const } },
      },
    };
    const { series } = ratePlot(frameOf([depths], byDepth), choice, [published]);
    expect(series[1]).toMatchObject({ label: "P4800X (Review)", hollow: true, color: series[0]?.color });
    expect(series[1]?.points).toMatchObject([{ x: 2, y: 90_000, bound: "at_least" }]);
    expect(series[1]?.points[0]?.details).toEqual(["Published: 90,000\u2009IOPS", "A review", "Compare by IOPS."]);
    expect(latencyPlot(frameOf([depths], byDepth), choice, [published]).series).toHaveLength(1);
  });
});

describe("latencyPlot", () => {
  it("has no percentile that too few samples carry, and fades one that few do", () => {
    const operations = [1_000_000, 200_000, 99_999, 100_000];
    const measure = (point: Pick<Point, "sequence" | "spec">) => ({
      read: { ...byDepth(point).read, operations: operations[point.sequence] ?? 0 },
    });
    const { series } = latencyPlot(frameOf([depths], measure), { ...choice, latency: "latencyNsP99999" }, []);
    expect(series[0]?.points.map(({ y, thin, gap }) => [y !== null, thin, gap])).toEqual([
      [true, false, undefined],
      [true, true, undefined],
      [false, undefined, "p99.999 needs at least 100,000 samples; there are 99,999."],
      [true, true, undefined],
    ]);
  });
});

describe("tradePlot", () => {
  it("sets latency against throughput in the order of depths, each with its label", () => {
    const { series, x, reads } = tradePlot(frameOf([depths], byDepth), choice);
    expect([x.title, reads]).toEqual(["IOPS", "point"]);
    expect(series[0]?.points.map(({ x: at, y, label }) => [at, y, label])).toEqual([
      [50_000, 20_000, "QD1"],
      [95_000, expect.closeTo(21_052.6, 1), "QD2"],
      [100_000, 40_000, "QD4"],
      [99_000, expect.closeTo(80_808.1, 1), "QD8"],
    ]);
  });

  it("joins nothing across a depth without figures", () => {
    const measure = (point: Pick<Point, "sequence" | "spec">) => (point.sequence === 1 ? undefined : byDepth(point));
    const { series } = tradePlot(frameOf([depths], measure), choice);
    expect(series[0]?.points.map(({ x, y, silent }) => [x, y !== null, silent ?? false])).toEqual([
      [50_000, true, false],
      [50_000, false, true],
      [100_000, true, false],
      [99_000, true, false],
    ]);
  });

  it("takes rate and latency of repeats from one of them", () => {
    const rounds: PlanStep = { kind: "rounds", roundsMax: 3, steps: [{ ...sweep, queueDepth: [1, 2, 4] }] };
    // The middle latency is the second round's, whose rate is the highest.
    const measure = ({ sequence }: { sequence: number }) => {
      const round = Math.floor(sequence / 3);
      return { read: { iops: [1000, 3000, 2000][round] ?? 0, meanNs: [30_000, 20_000, 10_000][round] ?? 0 } };
    };
    const { series, table } = tradePlot(frameOf([rounds], measure), choice);
    expect(series[0]?.points[0]).toMatchObject({ id: "4", x: 3000, y: 20_000 });
    expect(table.rows[0]?.slice(1)).toEqual([1, 4, 3000, 20_000]);
  });
});

describe("saturationsOf", () => {
  const near = (frame: Frame) =>
    saturationsOf(frame, "iops").map(({ depth, peakDepth, peakRate, isAtLeast }) => [
      depth,
      peakRate,
      peakDepth,
      isAtLeast,
    ]);

  it("takes the lowest depth within 95 % of the peak, and says where the sweep ended before it", () => {
    expect(near(frameOf([depths], byDepth))).toEqual([[2, 100_000, 4, false]]);
    const rising = (point: Pick<Point, "sequence" | "spec">) => ({ read: { iops: 1000 * depthOf(point), meanNs: 1 } });
    expect(near(frameOf([depths], rising))).toEqual([[8, 8000, 8, true]]);
  });

  it("is of no sweep with fewer than three measured depths, nor of what was cut off", () => {
    const two = (point: Pick<Point, "sequence" | "spec">) => (point.sequence < 2 ? byDepth(point) : undefined);
    expect(near(frameOf([depths], two))).toEqual([]);
    expect(near(frameOf([depths], byDepth, () => ({ state: "interrupted" })))).toEqual([]);
  });
});
