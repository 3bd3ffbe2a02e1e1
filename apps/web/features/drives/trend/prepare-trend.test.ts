import { changesOf, forItsKind } from "@crosspoint/domain/analysis";
import { expect, it } from "vitest";
import { trendPlot } from "./prepare-trend.ts";
import type { Chosen, Trend } from "./trend.ts";

const chosen: Chosen = {
  plan: { plan: "0".repeat(64), name: "Quick check", runs: 8 },
  load: { key: "k", words: "4 KiB random read, QD1" },
};
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute));
const trendOf = (values: readonly number[]): Trend => ({
  ...{ plans: [], chosen, loads: [], metric: "iops", better: "higher", without: 0, model: "M", series: [] },
  runs: values.map((value, run) => ({ runId: `run-${run}`, at: at(run), value })),
  changes: changesOf(values),
  kind: forItsKind(1, [], "higher"),
});

it("draws each run at its time, and names the first of a new level with the means on both sides", () => {
  const plot = trendPlot(trendOf([1000, 1001, 999, 1000, 900, 901, 899, 900]), chosen, "red");
  expect([plot.title, plot.note]).toEqual(["IOPS of each run: 4 KiB random read, QD1", "Quick check"]);
  const [series] = plot.series;
  expect(series?.points.map(({ x, y }) => [x, y])).toEqual(
    [1000, 1001, 999, 1000, 900, 901, 899, 900].map((value, run) => [at(run).getTime(), value]),
  );
  const named = series?.points.map(({ details }) => details?.[0]?.replaceAll("\u2009", " "));
  const unnamed = (runs: number) => Array(runs).fill(undefined);
  expect(named).toEqual([...unnamed(4), "First run of a new level: −10.0 % (−10.2 to −9.8 %), slower", ...unnamed(3)]);
  expect(plot.lines?.map(({ from, to, label }) => [from, to, label])).toEqual([
    [{ x: at(0).getTime(), y: 1000 }, { x: at(3).getTime(), y: 1000 }, "mean 1,000\u2009IOPS"],
    [{ x: at(4).getTime(), y: 900 }, { x: at(7).getTime(), y: 900 }, "mean 900\u2009IOPS"],
  ]);
  expect(plot.table.rows[4]).toEqual([at(4).toISOString(), "run-4", 900]);
});

it("draws no level where nothing changed, nor of too few runs", () => {
  expect(trendPlot(trendOf([100, 101, 99, 100, 101, 99]), chosen, "red").lines).toEqual([]);
  expect(trendPlot(trendOf([100]), chosen, "red")).toMatchObject({ lines: [], series: [{ points: [{ y: 100 }] }] });
});
