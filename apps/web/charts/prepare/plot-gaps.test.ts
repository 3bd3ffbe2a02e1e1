import { expect, it } from "vitest";
import type { Plot, PlotAxis, PlotPoint } from "./plot.ts";
import { gapWords } from "./plot-gaps.ts";

const words = (points: readonly PlotPoint[], y: Partial<PlotAxis> = {}, marked = true) =>
  gapWords({
    title: "",
    x: { title: "", scale: "linear", format: String },
    y: { title: "", scale: "linear", format: String, ...y },
    series: [{ id: "a", label: "A", color: "red", form: marked ? "circle" : undefined, points }],
    table: { header: [], rows: [] },
  } satisfies Plot);

const gap = (reason: string): PlotPoint => ({ x: 1, y: null, gap: reason });

it("gives the reason of crosses where all have one, and says where to read it where they differ", () => {
  expect(words([gap("Too few I/Os for p99.999."), gap("Too few I/Os for p99.999.")])).toBe("Too few I/Os for p99.999.");
  expect(words([gap("Not measured."), gap("Cut off.")])).toBe("No value; point at a cross for its reason.");
  expect(words([gap("Not measured."), { x: 2, y: null }])).toBe("No value; point at a cross for its reason.");
});

it("has none where nothing is crossed: values, what only ends a step, lines without marks", () => {
  expect(words([{ x: 1, y: 5 }])).toBeUndefined();
  expect(words([{ x: 1, y: null, silent: true }])).toBeUndefined();
  expect(words([gap("not reported")], {}, false)).toBeUndefined();
});

it("names zero where a log scale has no place for it", () => {
  const zero = [{ x: 1, y: 0 }];
  expect(words(zero, { scale: "log10" })).toBe("Zero has no place on a log scale.");
  expect(words(zero, { scale: "log10", withZero: true })).toBeUndefined();
  expect(words(zero)).toBeUndefined();
});
