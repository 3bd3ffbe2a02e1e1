import { describe, expect, it } from "vitest";
import type { Plot, PlotPoint, PlotSeries } from "./plot.ts";
import { placeLineLabel, placeLineLabels } from "./plot-line-label.ts";
import { layOut } from "./plot-scene.ts";
import { textWidth } from "./text-width.ts";

const size = { width: 800, height: 300 };

const series = (own: Partial<PlotSeries>): PlotSeries => ({ id: "a", label: "A", color: "red", points: [], ...own });

const plot = (own: Partial<Plot>): Plot => ({
  title: "",
  x: { title: "", scale: "linear", format: String },
  y: { title: "", scale: "linear", format: String },
  series: [],
  table: { header: [], rows: [] },
  ...own,
});

const sceneOf = (points: readonly PlotPoint[], own: Partial<PlotSeries> = {}) => {
  const scene = layOut(plot({ series: [series({ line: true, ...own, points })] }), size);
  const [drawn] = scene.series;
  if (drawn === undefined) throw new Error("Nothing was laid out.");
  return { scene, drawn };
};

const partsOf = (path: string) => path.split("M").length - 1;

describe("layOut", () => {
  it("ends a line at a gap and begins it again: nothing is drawn across", () => {
    const { drawn } = sceneOf([
      { x: 1, y: 1 },
      { x: 2, y: 2 },
      { x: 3, y: null, gap: "not reported" },
      { x: 4, y: 2 },
      { x: 5, y: 1 },
    ]);
    expect(partsOf(drawn.line)).toBe(2);
    expect(drawn.points.map(({ y }) => y === undefined)).toEqual([false, false, true, false, false]);
  });

  it("shows a point that no line joins as a mark", () => {
    expect(sceneOf([{ x: 1, y: 1 }]).drawn.marks).not.toBe("");
    const joined = [
      { x: 1, y: 1 },
      { x: 2, y: 1 },
    ];
    expect(sceneOf(joined).drawn.marks).toBe("");
    expect(partsOf(sceneOf(joined, { form: "square" }).drawn.marks)).toBe(2);
  });

  it("fades the part of a line that is based on few samples", () => {
    const { drawn } = sceneOf([
      { x: 1, y: 1 },
      { x: 2, y: 1 },
      { x: 3, y: 1, thin: true },
    ]);
    expect([partsOf(drawn.line), partsOf(drawn.thinLine)]).toEqual([1, 1]);
  });

  it("draws no band over a value without an interval, and a whisker where no neighbor has one", () => {
    const between = (x: number) => ({ x, y: 1, low: 0.5, high: 1.5 });
    const { drawn } = sceneOf([
      between(1),
      between(2),
      { x: 3, y: 1 },
      between(4),
      between(5),
      { x: 6, y: 1 },
      between(7),
    ]);
    expect([partsOf(drawn.line), partsOf(drawn.band)]).toEqual([1, 2]);
    expect(partsOf(drawn.whiskers)).toBe(1);
    expect(sceneOf([between(1), between(2)]).drawn.whiskers).toBe("");
  });

  it("draws a bound as an arrow instead of a mark", () => {
    const { drawn } = sceneOf([{ x: 1, y: 1, bound: "at_least" }], { line: false, form: "square" });
    expect([drawn.marks, drawn.bounds === ""]).toEqual(["", false]);
  });

  it("has no place for zero on a logarithmic axis", () => {
    const y = { title: "", scale: "log10", format: String } as const;
    const points = [
      { x: 1, y: 0 },
      { x: 2, y: 10 },
    ];
    const scene = layOut(plot({ y, series: [series({ line: true, points })] }), size);
    expect(scene.series[0]?.points.map((point) => point.y === undefined)).toEqual([true, false]);
  });

  it("places zero below the decades of an axis that has room for it, and out of sight where a zoom leaves it out", () => {
    const y = { title: "", scale: "log10", withZero: true, format: String } as const;
    const points = [
      { x: 1, y: 0 },
      { x: 2, y: 10 },
    ];
    const own = plot({ y, series: [series({ form: "circle", line: true, points })] });
    const scene = layOut(own, size);
    expect(scene.series[0]?.points.map((point) => point.y)).toEqual([
      scene.frame.bottom,
      scene.frame.bottom - (scene.frame.bottom - scene.frame.top) / 2,
    ]);
    expect(scene.series[0]?.gaps, "zero is a value").toBe("");
    expect(layOut(own, size, { y: { min: 5, max: 50 } }).series[0]?.points).toHaveLength(1);
  });

  it("stands bars on zero, and beside one another only where they share a place", () => {
    const bars = (id: string, at: readonly number[]) =>
      series({ id, bars: true, points: at.map((x) => ({ x, y: 5 + x })) });
    const widthOf = (path: string) => Number(/h([\d.]+)/.exec(path)?.[1]);
    const apart = layOut(plot({ series: [bars("a", [0, 2]), bars("b", [1])] }), size);
    const beside = layOut(plot({ series: [bars("a", [0, 1, 2]), bars("b", [0, 1, 2])] }), { ...size, width: 300 });
    expect(apart.y.min).toBe(0);
    expect(beside.series[0]?.points[0]?.x).toBeLessThan(beside.series[1]?.points[0]?.x ?? 0);
    expect(widthOf(apart.series[0]?.bars ?? "")).toBe(48);
  });

  it("fits the value axis to what a zoom of the base axis leaves, and leaves out the rest", () => {
    const points = [1, 2, 3, 4].map((x) => ({ x, y: 10 ** x }));
    const whole = plot({ series: [series({ line: true, points })] });
    const zoomed = layOut(whole, size, { x: { min: 0.5, max: 2.5 } });
    expect(zoomed.y.max).toBeLessThan(1000);
    expect(zoomed.series[0]?.points).toHaveLength(2);
  });

  it("includes what the values are held against", () => {
    const points = [{ x: 1, y: 10 }];
    const scene = layOut(
      plot({
        series: [series({ points })],
        lines: [{ from: { y: 100 }, to: { y: 100 }, label: "rated" }],
      }),
      size,
    );
    expect(scene.y.max).toBeGreaterThanOrEqual(100);
  });

  it("stands stacked bars on one another, those that are shown, and keeps each its own value", () => {
    const bars = (id: string, y: number) => series({ id, bars: true, points: [{ x: 1, y }] });
    const stacked = (...shown: ReturnType<typeof bars>[]) => layOut(plot({ stacked: true, series: shown }), size);
    const { series: drawn, y } = stacked(bars("a", 30), bars("b", 60));
    expect(y.max).toBeGreaterThanOrEqual(90);
    const edges = (path = "") => [...path.matchAll(/[,V]([\d.]+)/g)].map(([, at]) => Number(at));
    const [a, b] = drawn.map(({ bars: path }) => edges(path));
    expect(b?.[0], "the one begins where the other ends").toBe(a?.[1]);
    expect(drawn[1]?.points[0]?.point.y).toBe(60);
    const [alone] = stacked(bars("b", 60)).series;
    expect(edges(alone?.bars)[0], "hidden, it holds no room").toBe(a?.[0]);
    expect(stacked(bars("a", 30), bars("b", 0)).series[1]?.bars, "of zero there is no line on the other").toBe("");
  });

  it("names two to twelve lines at their ends without overlap, and none where it is narrow", () => {
    const lines = Array.from({ length: 12 }, (_, index) =>
      series({
        id: String(index),
        label: `Drive ${index} reads`,
        line: true,
        points: [
          { x: 1, y: 1 },
          { x: 2, y: 100 + index },
        ],
      }),
    );
    const { ends } = layOut(plot({ series: lines }), size);
    expect(ends.map(({ text }) => text).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, index) => String(index)).toSorted(),
    );
    const gaps = ends.slice(1).map(({ y }, index) => y - (ends[index]?.y ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12.9);
    expect(layOut(plot({ series: lines }), { ...size, width: 358 }).ends).toEqual([]);
  });

  it("ends labels of marks where names of lines begin", () => {
    const line = (id: string, y: number) =>
      series({ id, label: `Drive ${id}`, line: true, points: [1, 2].map((x) => ({ x, y, label: `QD${x}` })) });
    const scene = layOut(plot({ series: [line("a", 0), line("b", 50), line("c", 100)] }), size);
    const ends = scene.labels.map(({ x, text }) => x + textWidth(text) * (11 / 12));
    expect(scene.labels.filter(({ seriesId }) => seriesId === "b").map(({ text }) => text)).toEqual(["QD1", "QD2"]);
    expect(Math.max(...ends)).toBeLessThan(Math.min(...scene.ends.map(({ x }) => x)));
  });

  it("writes a line's words where they cover the fewest marks, and nowhere for a line out of sight", () => {
    const points = [1, 2, 3, 4, 5].map((x) => ({ x, y: x < 3 ? 50 : 103 }));
    const scene = layOut(plot({ series: [series({ line: true, points })] }), size);
    const at = scene.series[0]?.points.at(-1)?.y ?? 0;
    const { left, right } = scene.frame;
    const level = { x1: left, y1: at + 6, x2: right, y2: at + 6 };
    expect(placeLineLabel("rated 100", level, scene)?.x).toBeLessThan((left + right) / 2);
    expect(placeLineLabel("rated 100", { ...level, y1: -50, y2: -50 }, scene)).toBeUndefined();
  });

  it("writes a line's words neither below the frame, where the axis has its own, nor across the line", () => {
    const scene = layOut(plot({ series: [series({ line: true, points: [1, 2, 3].map((x) => ({ x, y: 0 })) })] }), size);
    const { left, right, top, bottom } = scene.frame;
    expect(placeLineLabel("Limit", { x1: left, y1: bottom, x2: right, y2: bottom }, scene)?.y).toBeLessThan(bottom);
    const at = right - 10;
    const words = placeLineLabel("critical 100", { x1: at, y1: top, x2: at, y2: bottom }, scene);
    expect((words?.x ?? 0) + textWidth("critical 100") * (11 / 12)).toBeLessThan(at);
  });

  it("writes a line's words not over the title of the value axis, which stands above the frame's left end", () => {
    // All marks are at the right end of the line, which is the frame's upper one.
    const points = [3, 4, 5, 6].map((x) => ({ x, y: 100 }));
    const scene = layOut(plot({ series: [series({ line: true, points: [{ x: 1, y: 0 }, ...points] })] }), size);
    const { left, right, top } = scene.frame;
    const lines = [{ text: "End of rating 100", ends: { x1: left, y1: top, x2: right, y2: top } }];
    const [untitled] = placeLineLabels(lines, scene);
    expect(untitled).toEqual({ x: left + 4, y: top - 5 });
    const [titled] = placeLineLabels(lines, scene, "% of rated endurance");
    expect(titled).toEqual({ x: left + 4, y: top + 15 });
  });

  it("writes the words of lines that stand close beside or below one another, never over another's", () => {
    const scene = layOut(plot({ series: [series({ line: true, points: [1, 2, 3].map((x) => ({ x, y: 0 })) })] }), size);
    const { left, right, top, bottom } = scene.frame;
    const upright = (text: string, x: number) => ({ text, ends: { x1: x, x2: x, y1: top, y2: bottom } });
    // Near the right end each would stand left of its line, where the other's words are.
    const lines = [upright("first warning 62", right - 60), upright("first critical 72", right - 20)];
    const [warning, critical] = placeLineLabels(lines, scene);
    const end = (place: { x: number } | undefined, text: string) => (place?.x ?? 0) + textWidth(text) * (11 / 12);
    const apart =
      Math.abs((warning?.y ?? 0) - (critical?.y ?? 0)) >= 11 ||
      end(warning, "first warning 62") <= (critical?.x ?? 0) ||
      end(critical, "first critical 72") <= (warning?.x ?? 0);
    expect(apart).toBe(true);
    expect(placeLineLabels([upright("out of sight", left - 50)], scene)).toEqual([undefined]);
  });

  it("places labels beside marks so that none lies over another or over a mark", () => {
    const points = Array.from({ length: 30 }, (_, index) => ({ x: index % 6, y: index, label: `QD${index}` }));
    const { labels } = sceneOf(points, { line: false }).scene;
    expect(labels.length).toBeGreaterThan(10);
    for (const a of labels) {
      for (const b of labels) {
        expect(a === b || Math.abs(a.y - b.y) >= 12 || Math.abs(a.x - b.x) >= 15, `${a.text} over ${b.text}`).toBe(
          true,
        );
      }
    }
  });
});
