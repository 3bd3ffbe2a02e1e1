import { describe, expect, it } from "vitest";
import type { Plot } from "./plot.ts";
import { lineText, notesOf, pickAt, pickColumn, spokenText, walk } from "./plot-reading.ts";
import { layOut } from "./plot-scene.ts";
import { selectedBox, zoomOf } from "./plot-selection.ts";

const plot: Plot = {
  title: "IOPS by depth",
  x: { title: "Queue depth", scale: "log2", format: (depth) => `QD${depth}` },
  y: { title: "IOPS", scale: "linear", fromZero: true, format: (iops) => `${iops} IOPS` },
  series: [
    {
      id: "a",
      label: "Drive A",
      color: "red",
      line: true,
      points: [
        { x: 1, y: 100, details: ["600 operations"] },
        { x: 4, y: null, gap: "stopped before" },
        { x: 16, y: 400, bound: "at_least", low: 380, high: 420 },
      ],
    },
    {
      id: "b",
      label: "Drive B",
      color: "blue",
      line: true,
      points: [
        { x: 1, y: 50 },
        { x: 16, y: 300, thin: true },
      ],
    },
  ],
  table: { header: [], rows: [] },
};
const scene = layOut(plot, { width: 800, height: 300 });
const spoken = (place: ReturnType<typeof walk>) => {
  const drawn = scene.series[place?.series ?? -1];
  const point = drawn?.points[place?.point ?? -1];
  return drawn && point ? spokenText(plot, { ...point, series: drawn.series }) : undefined;
};

describe("reading by keys", () => {
  it("begins at the first value, goes through points and series, and stays at the ends", () => {
    const first = walk(scene, undefined, "ArrowRight", false);
    expect(spoken(first)).toBe("Drive A; QD1; 100 IOPS; 600 operations");
    const gap = walk(scene, first, "ArrowRight", false);
    expect(spoken(gap)).toBe("Drive A; QD4; stopped before");
    const last = walk(scene, gap, "End", false);
    expect(spoken(last)).toBe("Drive A; QD16; at least 400 IOPS; 380 IOPS to 420 IOPS");
    expect(walk(scene, last, "ArrowRight", false)).toEqual(last);
    expect(spoken(walk(scene, last, "ArrowDown", false))).toBe("Drive B; QD16; 300 IOPS; indicative only");
    expect(spoken(walk(scene, last, "Home", false))).toMatch(/^Drive A; QD1/);
  });

  it("says in other words what is faded for another reason, or leaves it to the details", () => {
    const notes = (thinWords?: string) => notesOf(plot, { x: 1, y: 1, details: ["noise"], thin: true, thinWords });
    expect([notes(), notes("not tested"), notes("")]).toEqual([
      ["noise", "indicative only"],
      ["noise", "not tested"],
      ["noise"],
    ]);
  });

  it("leaves other keys alone", () => {
    expect(walk(scene, undefined, "a", false)).toBeUndefined();
    expect(
      walk(layOut({ ...plot, series: [] }, { width: 800, height: 300 }), undefined, "Home", false),
    ).toBeUndefined();
  });
});

describe("reading by pointer", () => {
  it("reads all series at the column next to it, and means the value next to its height", () => {
    const last = scene.series[1]?.points[1];
    const picked = pickAt(scene, plot, (last?.x ?? 0) - 20, (last?.y ?? 0) + 4);
    expect(picked?.readings.map(({ series, point }) => [series.id, point.y])).toEqual([
      ["a", 400],
      ["b", 300],
    ]);
    expect(picked?.chosen.series.id).toBe("b");
  });

  it("reads a gap with its reason", () => {
    const gap = scene.series[0]?.points[1];
    expect(pickColumn(scene, gap?.x ?? 0)?.chosen.point.gap).toBe("stopped before");
  });

  it("reads the step that it stands on, to its very end", () => {
    const points = [1, 2, 3].map((x) => ({ x, y: x }));
    const steps: Plot = {
      ...plot,
      x: { ...plot.x, scale: "linear" },
      series: [{ id: "a", label: "A", color: "red", line: true, steps: true, points }],
    };
    const laid = layOut(steps, { width: 800, height: 300 });
    const [first, second] = laid.columns;
    expect(pickAt(laid, steps, (second ?? 0) - 2, 100)?.chosen.point.x).toBe(1);
    expect(pickAt(laid, steps, (second ?? 0) + 2, 100)?.chosen.point.x).toBe(2);
    expect(pickAt(laid, steps, (first ?? 0) - 8, 100)?.chosen.point.x).toBe(1);
  });

  it("reads one point alone where it lies against another quantity, and nothing far from any", () => {
    const scatter: Plot = { ...plot, reads: "point" };
    const laid = layOut(scatter, { width: 800, height: 300 });
    const point = laid.series[0]?.points[0];
    expect(pickAt(laid, scatter, (point?.x ?? 0) + 5, (point?.y ?? 0) + 5)?.readings).toHaveLength(1);
    expect(pickAt(laid, scatter, 400, 40)).toBeUndefined();
  });
});

describe("reading a thing that has many places", () => {
  const thing = { name: "Hot", state: "open" };
  const bar = (id: string, x: number, of = thing) => ({
    ...{ id, label: id, color: "red", line: true },
    points: [0, 0.01, 0.02].map((beside) => ({ x: x + beside, y: 100, thing: of })),
  });
  const bars: Plot = {
    ...{ ...plot, reads: "point", x: { ...plot.x, from: 1, to: 16 } },
    series: [bar("a", 4), bar("b", 4, { name: "Worn", state: "ended" })],
  };
  const laid = layOut(bars, { width: 800, height: 300 });

  it("says each once, whichever place is pointed at", () => {
    for (const { x, y } of laid.series[0]?.points ?? []) {
      const picked = pickAt(laid, bars, x, y ?? 0);
      expect(picked?.readings.map((each) => lineText(bars, each))).toEqual([
        { label: "Hot", value: "open" },
        { label: "Worn", value: "ended" },
      ]);
      expect(picked?.readings).toContain(picked?.chosen);
    }
  });
});

describe("zooming by dragging", () => {
  const { left, right, top, bottom } = scene.frame;

  it("takes a range of one axis, or of both, and nothing from a click", () => {
    expect(selectedBox(scene, { fromX: 100, fromY: 100, toX: 104, toY: 103 })).toBeUndefined();
    const sideways = selectedBox(scene, { fromX: 300, fromY: 100, toX: 200, toY: 105 });
    expect(sideways).toEqual({ left: 200, right: 300, top, bottom });
    expect(selectedBox(scene, { fromX: 200, fromY: 100, toX: 900, toY: 200 })).toEqual({
      left: 200,
      right,
      top: 100,
      bottom: 200,
    });
  });

  it("gives the values behind the selection, and leaves an axis that is selected whole", () => {
    const { x, y } = zoomOf(scene, { left, right: (left + right) / 2, top, bottom });
    expect(x?.min).toBeCloseTo(1, 9);
    expect(x?.max).toBeCloseTo(4, 9);
    expect(y).toBeUndefined();
  });
});
