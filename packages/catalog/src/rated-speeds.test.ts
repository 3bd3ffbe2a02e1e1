import { ratedWriteSpeeds } from "@crosspoint/domain";
import { expect, it } from "vitest";
import { findRatedSheet } from "./index.ts";

const speedsOf = (model: string) => ratedWriteSpeeds(findRatedSheet(model)?.figures ?? []);

it("expects a P3700 with 400 GB to write at half of 1,200 MB/s and of 75,000 IOPS at the least", () => {
  expect(speedsOf("INTEL SSDPEDMD400G4")).toEqual({
    sequential: { slowest: 600e6, fastest: 1200e6 },
    random4k: { slowest: 75_000 * 2048, fastest: 75_000 * 4096 },
  });
});

it('expects a quarter of what a family is rated for with "up to", and nothing of a model that says nothing', () => {
  expect(speedsOf("INTEL SSDPEDME400G4").sequential).toEqual({ slowest: 425e6, fastest: 1700e6 });
  expect(speedsOf("INTEL SSDPED1D280GA")).toEqual({});
});
