import type { StatedWorkload } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import type { PlotToCome } from "../../../charts/prepare/plot-to-come.ts";
import { layoutOf } from "../model/families.ts";
import { type Matrix, type MatrixCell, matrixOf } from "../model/matrix.ts";
import { type Look, prepareCurves } from "./curves.ts";
import { prepareThroughputLatency } from "./throughput-latency.ts";

const workload = (queueDepth: number, blockBytes = 4096): StatedWorkload => ({
  ...{ pattern: "random", readPercent: 100, blockBytes, queueDepth },
});
const series = ["A", "B"].map((id) => ({
  ...{
    id,
    name: `Drive ${id}`,
    detail: undefined,
    color: "red",
    isPublished: id === "B",
    runs: "",
    source: `from ${id}`,
  },
}));
const figure = (iops: number, meanNs: number, more: Partial<Extract<MatrixCell, { kind: "figure" }>> = {}) => ({
  ...{ kind: "figure" as const, metrics: { iops, latencyNsMean: meanNs }, operations: 1000 },
  ...more,
});

/** Two series at three depths; B has no figure at the second one. */
const matrix: Matrix = matrixOf(
  {
    points: [1, 2, 4].map((depth) => ({
      ...{ key: `qd${depth}`, words: `QD${depth}`, workload: workload(depth), direction: "read" as const },
      ...{ pattern: "random", readPercent: 100, depth, threads: 1 },
    })),
    cells: [
      { point: 0, series: 0, ...figure(100, 10_000) },
      { point: 1, series: 0, ...figure(180, 11_000) },
      { point: 2, series: 0, ...figure(300, 13_000) },
      { point: 0, series: 1, ...figure(50, 20_000, { bounds: { iops: "at_least" } }) },
      { point: 1, series: 1, kind: "missing", reason: 0 },
      { point: 2, series: 1, ...figure(60, 70_000) },
    ],
    reasons: ["Not published by AnandTech."],
  },
  series,
);
const { families } = layoutOf(matrix.points);
const look: Look = { metric: "iops", scale: "linear", shown: "absolute", baseline: 0 };

const drawn = (plots: readonly PlotToCome[]) => plots.map(({ prepare }) => prepare());

describe("prepareCurves", () => {
  it("draws a line a series over depth, published hollow, a gap with its reason, a bound as a bound", () => {
    const [plot] = drawn(prepareCurves(matrix, families, look));
    expect(plot?.x).toMatchObject({ title: "Queue depth, all threads", scale: "log2" });
    expect(plot?.y).toMatchObject({ title: "IOPS", scale: "linear", from: 0, to: 312 });
    expect(plot?.series.map(({ hollow, points }) => [hollow, points.map(({ x, y }) => [x, y])])).toEqual([
      [
        false,
        [
          [1, 100],
          [2, 180],
          [4, 300],
        ],
      ],
      [
        true,
        [
          [1, 50],
          [2, null],
          [4, 60],
        ],
      ],
    ]);
    expect(plot?.series[1]?.points[1]?.gap).toBe("Not published by AnandTech.");
    expect(plot?.series[1]?.points[0]?.bound).toBe("at_least");
    expect(plot?.series[0]?.points[0]?.details).toEqual(["1,000 I/Os", "from A"]);
    // Two series of one color have forms of their own.
    expect(plot?.series.map(({ form }) => form)).toEqual(["square", "circle"]);
    expect(plot?.table.rows[3]).toEqual([
      plot?.title,
      2,
      "Drive B",
      undefined,
      undefined,
      undefined,
      "Not published by AnandTech.",
    ]);
  });

  it("draws all families on one scale", () => {
    const points = [...matrix.points, ...matrix.points].map((point, index) => ({
      ...point,
      key: `${index}`,
      workload: workload([1, 2, 4][index % 3] ?? 1, index < 3 ? 4096 : 8192),
    }));
    const cells = [...matrix.cells, ...matrix.cells.map((row) => row.slice(0, 1))];
    const both = { ...matrix, points, cells };
    const plots = drawn(prepareCurves(both, layoutOf(points).families, look));
    expect(plots.map(({ title, y: { to } }) => [title.replace("\u2009", " "), to])).toEqual([
      ["4 KiB random read", 312],
      ["8 KiB random read", 312],
    ]);
    expect(plots[1]?.series.map(({ id }) => id)).toEqual(["A"]);
  });

  it("divides by the baseline point by point, and carries bounds and gaps", () => {
    const [plot] = drawn(prepareCurves(matrix, families, { ...look, shown: "relative", baseline: 1 }));
    expect(plot?.y.title).toBe("IOPS, times the baseline");
    expect(plot?.series[0]?.points.map(({ y, bound, gap }) => [y, bound ?? gap])).toEqual([
      [2, "at_most"],
      [null, "The baseline has no figure: Not published by AnandTech."],
      [5, "exact"],
    ]);
  });

  it("leaves out a series that has nothing there, whose reasons stand in the table", () => {
    const [plot] = drawn(prepareCurves(matrix, families, { ...look, metric: "latencyNsMax" }));
    expect(plot?.series).toEqual([]);
    expect(plot?.empty).toContain("Maximum latency");
  });
});

describe("prepareThroughputLatency", () => {
  it("places what has both figures, labeled by depth", () => {
    const to = prepareThroughputLatency(matrix, families, {
      ...{ rate: "iops", latency: "latencyNsMean", scale: "logarithmic" },
    });
    expect(to.map(({ title, names }) => [title, names])).toEqual([
      ["Latency against throughput: 4\u2009KiB random read", ["Drive A", "Drive B"]],
    ]);
    const [plot] = drawn(to);
    expect(plot?.series.map(({ points }) => points.map(({ x, y, label }) => [x, y, label]))).toEqual([
      [
        [100, 10_000, "QD1"],
        [180, 11_000, "QD2"],
        [300, 13_000, "QD4"],
      ],
      [
        [50, 20_000, "QD1"],
        // No line joins what lies on both sides of a depth without figures.
        [50, null, undefined],
        [60, 70_000, "QD4"],
      ],
    ]);
    expect(
      plot?.series.map(({ form }) => form),
      "of one color",
    ).toEqual(["square", "circle"]);
    expect(plot?.reads).toBe("point");
    expect(plot?.series[1]?.points[0]?.details, "the rate is a bound").toEqual([
      "IOPS: at least",
      "1,000 I/Os",
      "from B",
    ]);
    expect(plot?.table.rows.slice(3)).toEqual([
      [plot?.title, "Drive B", 1, 50, "at_least", 20_000, "exact"],
      [plot?.title, "Drive B", 4, 60, "exact", 70_000, "exact"],
    ]);
  });
});
