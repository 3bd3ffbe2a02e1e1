import { describe, expect, it } from "vitest";
import type { Plot } from "./plot.ts";
import { layOut } from "./plot-scene.ts";
import { baseTicks, valueTicks } from "./plot-ticks.ts";

const plotOver = (categories: readonly string[]): Plot => ({
  title: "A plot",
  x: { title: "Place", scale: "category", categories, format: String },
  y: { title: "IOPS", scale: "linear", fromZero: true, format: String },
  series: [{ id: "a", label: "A", color: "red", points: categories.map((_, x) => ({ x, y: 100 })) }],
  table: { header: [], rows: [] },
});
const labels = (ticks: readonly { label: string }[]) => ticks.map(({ label }) => label);

describe("baseTicks", () => {
  it("labels all ticks where they stand apart, else every second or third alike", () => {
    const names = Array.from({ length: 9 }, (_, index) => `Place ${index}`);
    const scene = (width: number) => layOut(plotOver(names), { width, height: 260 });
    expect(labels(baseTicks(scene(900), "category"))).toEqual(names);
    expect(labels(baseTicks(scene(420), "category"))).toEqual(["Place 0", "Place 2", "Place 4", "Place 6", "Place 8"]);
    expect(labels(baseTicks(scene(250), "category"))).toEqual(["Place 0", "Place 3", "Place 6"]);
  });

  it("keeps both ends where decades lead, and between them what has room", () => {
    const names = Array.from({ length: 9 }, (_, index) => `Place ${index}`);
    const scene = layOut(plotOver(names), { width: 250, height: 260 });
    expect(labels(baseTicks(scene, "log10"))).toEqual(["Place 0", "Place 3", "Place 8"]);
  });

  it("has all nines in two lines where they have no room in one", () => {
    const nines: Plot = {
      ...plotOver([]),
      x: { title: "Percentile", scale: "nines", from: Math.log10(2), to: 7.5, format: String },
      series: [{ id: "a", label: "A", color: "red", points: [1, 7].map((x) => ({ x, y: 100 })) }],
    };
    const lines = (width: number) => {
      const ticks = baseTicks(layOut(nines, { width, height: 260 }), "nines");
      return [labels(ticks.filter(({ isLower }) => !isLower)), labels(ticks.filter(({ isLower }) => isLower))];
    };
    // A phone's window leaves 310 pixels to a drawing: 34 from one nine to the next, and "99.999" alone takes 46.
    expect(lines(310)).toEqual([
      ["50", "99", "99.99", "99.9999"],
      ["90", "99.9", "99.999", "99.99999"],
    ]);
    expect(lines(900)).toEqual([["50", "90", "99", "99.9", "99.99", "99.999", "99.9999", "99.99999"], []]);
  });

  it("places each label at its value", () => {
    const scene = layOut(plotOver(["a", "b"]), { width: 424, height: 260 });
    const { left, right } = scene.frame;
    expect(baseTicks(scene, "category").map(({ at }) => at)).toEqual([
      left + (right - left) / 4,
      left + (3 * (right - left)) / 4,
    ]);
  });
});

describe("valueTicks", () => {
  it("labels the values from the lower end up", () => {
    const scene = layOut(plotOver(["a", "b"]), { width: 424, height: 260 });
    expect(labels(valueTicks(scene))).toEqual(["0", "20", "40", "60", "80", "100"]);
    expect(valueTicks(scene)[0]?.at).toBe(scene.frame.bottom);
  });
});
