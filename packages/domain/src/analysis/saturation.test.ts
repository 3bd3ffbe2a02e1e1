import { describe, expect, it } from "vitest";
import { saturationOf } from "./saturation.ts";
import { shared } from "./testing/vectors.ts";

const points = (...pairs: [number, number][]) => pairs.map(([depth, rate]) => ({ depth, rate }));

describe("saturationOf", () => {
  it("takes the lowest depth at 95 % of the peak, the bound included", () => {
    expect(saturationOf(points([1, 50_000], [2, 95_000], [4, 100_000]))).toEqual({
      kind: "found",
      method: "saturation",
      basis: { depths: 3, points: 3, sharePercent: 95 },
      depth: 2,
      rate: 95_000,
      peakRate: 100_000,
      peakDepth: 4,
      isAtLeast: true,
    });
    expect(saturationOf(points([1, 50_000], [2, 94_999], [4, 100_000]))).toMatchObject({ depth: 4 });
  });

  it("finds nothing in one depth, or where nothing was done", () => {
    expect(saturationOf(points([8, 1000]))).toEqual({ kind: "tooLittle", of: "depths", needs: 2, has: 1 });
    expect(saturationOf(points([8, 1000], [8, 2000]))).toMatchObject({ kind: "tooLittle", of: "depths", has: 1 });
    expect(saturationOf(points([1, 0], [2, 0]))).toEqual({ kind: "tooLittle", of: "operations", needs: 1, has: 0 });
  });
});

interface Input {
  readonly points: [number, number][];
  readonly share_percent: number;
}

interface Expected {
  readonly depth: number | null;
  readonly iops_at_depth?: number;
  readonly peak_iops?: number;
  readonly peak_depth?: number;
  readonly peak_at_last_depth?: boolean;
  readonly reason: "too_few_depths" | "no_iops" | null;
}

it.each(shared<Input, Expected>("saturation"))("saturation, $name", ({ input, expected }) => {
  const found = saturationOf(points(...input.points), input.share_percent);
  const scarce = { too_few_depths: "depths", no_iops: "operations" } as const;
  if (expected.reason !== null) expect(found).toMatchObject({ kind: "tooLittle", of: scarce[expected.reason] });
  else {
    expect(found).toMatchObject({
      kind: "found",
      depth: expected.depth,
      rate: expected.iops_at_depth,
      peakRate: expected.peak_iops,
      peakDepth: expected.peak_depth,
      isAtLeast: expected.peak_at_last_depth,
    });
  }
});
