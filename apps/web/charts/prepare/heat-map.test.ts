import { describe, expect, it } from "vitest";
import { heatLevels, prepareHeatMap } from "./heat-map.ts";
import { pickAt } from "./plot-reading.ts";
import { layOut } from "./plot-scene.ts";

const plot = prepareHeatMap({
  title: "Latency of reads over time",
  rampSeconds: 2,
  columnSeconds: 2,
  edgesNs: [10_000, 20_000, 40_000],
  columns: [[90, 10], null, null, [0, 5]],
});

describe("prepareHeatMap", () => {
  it("has a row for each range of latencies, the longest first, and no cell where nothing was counted", () => {
    expect(plot.series.map(({ points }) => points.map(({ x, count, low, high }) => [x, count, low, high]))).toEqual([
      [
        [1, 10, 20_000, 40_000],
        [7, 5, 20_000, 40_000],
      ],
      [[1, 90, 10_000, 20_000]],
    ]);
    expect(plot.series[1]?.points[0]?.details?.[0]).toMatch(/^90\s% of 100 I\/Os in that time$/);
  });

  it("counts one I/O as one, and gives its share of many no more digits than it has", () => {
    const rare = prepareHeatMap({
      ...{ title: "", rampSeconds: 0, columnSeconds: 1, edgesNs: [10_000, 20_000, 40_000] },
      columns: [[103_852, 1]],
    });
    expect(rare.heat?.format(1)).toBe("1 I/O");
    expect(rare.series[0]?.points[0]?.details?.[0]).toMatch(/^under 0.01\s% of 103,853 I\/Os in that time$/);
  });

  it("names the warm-up, and the time of which no word arrived as one", () => {
    expect(plot.bands).toEqual([
      { axis: "x", from: 0, to: 2, label: "warm-up" },
      { axis: "x", from: 2, to: 6, label: "no data" },
    ]);
    expect(plot.x.format(1)).toBe("0 to 2 s, warm-up (excluded)");
  });

  it("holds every count in its table", () => {
    expect(plot.table.rows).toEqual([
      [0, 2, 10_000, 20_000, 90],
      [0, 2, 20_000, 40_000, 10],
      [6, 8, 20_000, 40_000, 5],
    ]);
  });

  it("is read cell by cell: an empty place says nothing", () => {
    const scene = layOut(plot, { width: 800, height: 300 });
    const cell = scene.series[1]?.points[0];
    expect(pickAt(scene, plot, (cell?.x ?? 0) + 3, (cell?.y ?? 0) + 3)?.chosen.point.count).toBe(90);
    expect(pickAt(scene, plot, scene.frame.right - 5, cell?.y ?? 0)).toBeUndefined();
    expect(scene.cells.map(({ path }) => path.split("M").length - 1)).toEqual([0, 1, 1, 1]);
  });
});

describe("heatLevels", () => {
  it("grows threefold, or tenfold where that would be too many, over the whole scale of colors", () => {
    expect(heatLevels(90).map(({ from }) => from)).toEqual([1, 3, 10, 30]);
    expect(heatLevels(400_000).map(({ from }) => from)).toEqual([1, 10, 100, 1_000, 10_000, 100_000]);
    expect(heatLevels(400_000).map(({ color }) => color)).toEqual(
      [1, 2, 4, 5, 7, 8].map((place) => `var(--heat-${place})`),
    );
    expect(heatLevels(90).map(({ label }) => label)).toEqual(["1 to 2", "3 to 9", "10 to 29", "30 I/Os or more"]);
    expect(heatLevels(0)).toEqual([]);
  });
});
