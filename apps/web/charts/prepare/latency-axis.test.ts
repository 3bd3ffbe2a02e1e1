import { expect, it } from "vitest";
import { latencyAxis, shownValues } from "./latency-axis.ts";

it.each([
  ["Latency (µs)", 1e3, [9_000, 37_000]],
  ["Latency (ms)", 1e6, [1_100_000, 165_000_000]],
  // The middle of a logarithmic axis, 30 µs, decides.
  ["Latency (µs)", 1e3, [900, 1_000_000]],
])("%s", (title, perUnit, values) => {
  expect(latencyAxis("Latency", values)).toMatchObject({ title, perUnit, scale: "log10" });
});

it("reads what series show, gaps left out", () => {
  const points = [
    { x: 1, y: 5 },
    { x: 2, y: null },
  ];
  expect(shownValues([{ id: "a", label: "a", color: "red", points }])).toEqual([5]);
});
