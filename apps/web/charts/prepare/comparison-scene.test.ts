import { describe, expect, it } from "vitest";
import { type BarGroup, lanesOf, prepareComparisonBars } from "./comparison-bars.ts";
import { barAt, layOutBars, walkBars } from "./comparison-scene.ts";
import { measureOf } from "./measure.ts";

const row = (id: string, value: number | undefined): BarGroup["rows"][number] => ({
  ...{ id, label: id, detail: undefined, color: "red", kind: "measured", details: [] },
  reading:
    value === undefined
      ? { kind: "missing", reason: "Not measured." }
      : { kind: "figure", value, bound: "exact", thin: false },
});
const groups = [
  { key: "a", title: "QD1", rows: [row("a1", 50), row("a2", undefined)] },
  { key: "b", title: "QD2", rows: [row("b1", 100)] },
];

function sceneOf(scale: "linear" | "logarithmic") {
  const chart = prepareComparisonBars(groups, measureOf("iops", [50, 100]), scale);
  if (chart.kind === "empty") throw new Error("There are figures.");
  return layOutBars(
    lanesOf(chart.groups, () => false),
    chart.axis,
    { width: 600, labelWidth: 200, figureWidth: 100 },
  );
}

describe("layOutBars", () => {
  it("gives each line its height, and each bar its length from the axis' zero", () => {
    const { frame, lanes, bars, size } = sceneOf("linear");
    expect(frame).toEqual({ left: 200, right: 500, top: 60, bottom: size.height - 4 });
    expect(lanes.map(({ lane: { kind }, top }) => [kind, top])).toEqual([
      ["heading", 60],
      ["bar", 86],
      ["missing", 112],
      ["heading", 138],
      ["bar", 164],
    ]);
    expect(bars.map(({ bar, lane, x, y, width, height }) => [bar.rowId, lane, x, y, width, height])).toEqual([
      ["a1", 1, 200, 91, 150, 16],
      ["b1", 4, 200, 169, 300, 16],
    ]);
  });

  it("names the ticks at their places, in decades on a logarithmic axis", () => {
    expect(sceneOf("linear").ticks.map(({ label, at }) => [label, at])).toEqual(
      expect.arrayContaining([
        ["0", 200],
        ["100", 500],
      ]),
    );
    expect(sceneOf("logarithmic").ticks.map(({ label, at }) => [label, at])).toEqual([
      ["10", 200],
      ["100", 500],
    ]);
  });
});

describe("reading bars", () => {
  const scene = sceneOf("linear");
  it("finds the bar under the pointer, and none at a heading or a gap", () => {
    expect([70, 90, 120, 170, 400].map((y) => barAt(scene, y)?.bar.rowId)).toEqual([
      undefined,
      "a1",
      undefined,
      "b1",
      undefined,
    ]);
  });

  it("walks by the keys from bar to bar, and stays at the ends", () => {
    const first = walkBars(scene, undefined, "ArrowDown");
    expect(first?.bar.rowId).toBe("a1");
    expect(walkBars(scene, first, "ArrowDown")?.bar.rowId).toBe("b1");
    expect(walkBars(scene, first, "ArrowUp")?.bar.rowId).toBe("a1");
    expect(walkBars(scene, first, "End")?.bar.rowId).toBe("b1");
    expect(walkBars(scene, first, "x")).toBeUndefined();
  });
});
