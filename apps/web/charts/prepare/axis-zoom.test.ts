import { expect, it } from "vitest";
import { zoomInto, zoomWithin } from "./axis-zoom.ts";
import type { PlotAxis } from "./plot.ts";

const iops: PlotAxis = { title: "IOPS", scale: "linear", format: String };

it("keeps a zoom for the axis that it was made on, and for no other quantity or scale", () => {
  const zoom = zoomInto(iops, { min: 0, max: 500_000 });
  expect(zoomWithin({ ...iops, to: 1_000_000 }, zoom)).toEqual({ min: 0, max: 500_000 });
  expect(zoomWithin({ ...iops, title: "p99 latency (µs)" }, zoom)).toBeUndefined();
  expect(zoomWithin({ ...iops, scale: "log10" }, zoom), "it has no place for zero").toBeUndefined();
  expect(zoomWithin(iops, undefined)).toBeUndefined();
});
