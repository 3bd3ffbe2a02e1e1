import { publishedComparisonRows } from "@crosspoint/catalog";
import { type ComparisonMetric, describeWorkload } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { type BarGroup, type BarRow, figuresOf, lanesOf, prepareComparisonBars } from "./comparison-bars.ts";
import { measureOf } from "./measure.ts";

const look = { detail: undefined, color: "red", kind: "published", details: ["AnandTech, 2017"] } as const;
const row = (id: string, reading: BarRow["reading"]): BarRow => ({ id, label: id, ...look, reading });

/** The six rows of the reference review by workload. */
function reference(metric: ComparisonMetric): BarGroup[] {
  const rows = publishedComparisonRows.filter(({ sourceId }) => sourceId === "anandtech-p4800x-375gb");
  return [...Map.groupBy(rows, ({ workload }) => describeWorkload(workload))].map(([title, group]) => ({
    key: title,
    title,
    rows: group.map(({ id, metrics }) => {
      const { value = 0, bound = "exact" } = metrics[metric] ?? {};
      return row(id, { kind: "figure", value, bound, thin: false });
    }),
  }));
}

function chartOf(groups: readonly BarGroup[], metric: ComparisonMetric, scale: "linear" | "logarithmic") {
  const chart = prepareComparisonBars(groups, measureOf(metric, figuresOf(groups.flatMap(({ rows }) => rows))), scale);
  if (chart.kind === "empty") throw new Error("The chart is empty.");
  return chart;
}

describe("prepareComparisonBars", () => {
  it("keeps the groups, values as published", () => {
    const chart = chartOf(reference("iops"), "iops", "linear");
    expect(chart.groups.map(({ title }) => title.replaceAll("\u2009", " "))).toEqual([
      "4 KiB random read, QD1",
      "4 KiB random read, QD16",
    ]);
    expect(chart.groups.map(({ bars }) => bars.map(({ value }) => value))).toEqual([
      [108_300, 12_800, 9_200],
      [584_800, 167_200, 135_700],
    ]);
  });

  it("begins a linear axis at zero and a logarithmic one at the decade below", () => {
    expect(chartOf(reference("iops"), "iops", "linear").axis).toMatchObject({
      min: 0,
      max: 600_000,
      ticks: [0, 200_000, 400_000, 600_000],
    });
    expect(chartOf(reference("iops"), "iops", "logarithmic").axis).toMatchObject({
      min: 1_000,
      max: 1_000_000,
      ticks: [1_000, 10_000, 100_000, 1_000_000],
    });
  });

  it("keeps the unit of the published tables", () => {
    expect(chartOf(reference("bytesPerSecond"), "bytesPerSecond", "linear")).toMatchObject({
      measure: { unit: "MB/s", title: "Throughput (MB/s)" },
      axis: { perUnit: 1e6 },
    });
    expect(chartOf(reference("latencyNsP99999"), "latencyNsP99999", "logarithmic")).toMatchObject({
      measure: { unit: "µs", higherIsBetter: false },
      axis: { perUnit: 1e3 },
    });
  });

  it("ends a bar by its bound, and names a row without the figure with its reason rather than draw a zero", () => {
    const rows = [
      row("over", { kind: "figure", value: 225_000, bound: "at_least", thin: false }),
      row("under", { kind: "figure", value: 70_000, bound: "just_under", thin: false }),
      row("none", { kind: "missing", reason: "Not published." }),
    ];
    const chart = chartOf([{ key: "k", title: "t", rows }], "iops", "linear");
    expect(chart.groups[0]?.bars.map(({ rowId, end }) => [rowId, end])).toEqual([
      ["over", "reachesHigher"],
      ["under", "staysLower"],
    ]);
    expect(chart.groups[0]?.missing).toEqual([{ rowId: "none", label: "none", reason: "Not published." }]);
    expect(chart.table.rows.at(-1)).toEqual([
      ...["none", "published", "t"],
      ...[undefined, undefined, undefined, "Not published."],
    ]);
    const none = [{ key: "k", title: "t", rows: rows.slice(2) }];
    expect(prepareComparisonBars(none, measureOf("iops", []), "linear")).toEqual({ kind: "empty", missing: ["none"] });
  });

  it("has a line for each heading and bar, and none for what the legend hides", () => {
    const { groups } = chartOf(reference("iops"), "iops", "linear");
    const lanes = (hidden: boolean) => lanesOf(groups, () => hidden).map(({ kind }) => kind);
    expect(lanes(false)).toEqual(["heading", "bar", "bar", "bar", "heading", "bar", "bar", "bar"]);
    expect(lanes(true)).toEqual(["heading", "heading"]);
  });
});
