import { publishedComparisonRows } from "@crosspoint/catalog";
import type { ComparisonRow } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { lanesOf, prepareComparisonBars } from "./comparison-bars.ts";

const reference = publishedComparisonRows.filter(({ sourceId }) => sourceId === "anandtech-p4800x-375gb");

function chartOf(
  rows: readonly ComparisonRow[],
  metric: "iops" | "bytesPerSecond" | "latencyNsP99999",
  scale: "linear" | "logarithmic",
) {
  const chart = prepareComparisonBars(rows, metric, scale);
  if (chart.kind === "empty") throw new Error("The chart is empty.");
  return chart;
}

describe("prepareComparisonBars", () => {
  it("groups the six reference rows by queue depth, values as published", () => {
    const chart = chartOf(reference, "iops", "linear");
    expect(chart.groups.map(({ title }) => title.replaceAll("\u2009", " "))).toEqual([
      "4 KiB random read, QD1",
      "4 KiB random read, QD16",
    ]);
    expect(chart.groups.map(({ bars }) => bars.map(({ value }) => value))).toEqual([
      [108_300, 12_800, 9_200],
      [584_800, 167_200, 135_700],
    ]);
    expect(
      chart.groups.flatMap(({ bars }) => bars).every(({ kind, sourceId }) => kind === "published" && sourceId),
    ).toBe(true);
  });

  it("begins a linear axis at zero and a logarithmic one at the decade below", () => {
    expect(chartOf(reference, "iops", "linear").axis).toMatchObject({
      min: 0,
      max: 600_000,
      ticks: [0, 200_000, 400_000, 600_000],
    });
    expect(chartOf(reference, "iops", "logarithmic").axis).toMatchObject({
      min: 1_000,
      max: 1_000_000,
      ticks: [1_000, 10_000, 100_000, 1_000_000],
    });
  });

  it("keeps the unit of the published tables", () => {
    expect(chartOf(reference, "bytesPerSecond", "linear")).toMatchObject({ unit: "MB/s", axis: { perUnit: 1e6 } });
    expect(chartOf(reference, "latencyNsP99999", "logarithmic")).toMatchObject({
      unit: "µs",
      axis: { perUnit: 1e3 },
      higherIsBetter: false,
    });
  });

  it("ends a bar by its bound, and names a row without the figure rather than draw a zero", () => {
    const workload = { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth: 32 } as const;
    const row = (id: string, metrics: ComparisonRow["metrics"]): ComparisonRow => ({
      id,
      label: id,
      kind: "published",
      drive: id,
      workload,
      metrics,
    });
    const chart = chartOf(
      [
        row("over", { iops: { value: 225_000, bound: "at_least" } }),
        row("under", { iops: { value: 70_000, bound: "just_under" } }),
        row("none", {}),
      ],
      "iops",
      "linear",
    );
    expect(chart.groups[0]?.bars.map(({ rowId, end }) => [rowId, end])).toEqual([
      ["over", "reachesHigher"],
      ["under", "staysLower"],
    ]);
    expect(chart.groups[0]?.missing).toEqual([{ rowId: "none", label: "none" }]);
    expect(prepareComparisonBars([row("none", {})], "iops", "linear")).toEqual({ kind: "empty", missing: ["none"] });
  });

  it("has a line for each heading and bar, and none for what the legend hides", () => {
    const { groups } = chartOf(reference, "iops", "linear");
    const lanes = (hidden: boolean) => lanesOf(groups, () => hidden).map(({ kind }) => kind);
    expect(lanes(false)).toEqual(["heading", "bar", "bar", "bar", "heading", "bar", "bar", "bar"]);
    expect(lanes(true)).toEqual(["heading", "heading"]);
  });
});
