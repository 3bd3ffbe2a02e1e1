import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { saturationOf } from "./saturation.ts";

const points = (...pairs: [number, number][]) => pairs.map(([depth, rate]) => ({ depth, rate }));

describe("saturationOf", () => {
  it("takes the lowest depth at 95 % of the peak, the bound included", () => {
    expect(saturationOf(points([1, 50_000], [2, 95_000], [4, 100_000]))).toEqual({
      kind: "found",
      depth: 2,
      rate: 95_000,
      peakRate: 100_000,
      peakDepth: 4,
      isAtLeast: true,
    });
    expect(saturationOf(points([1, 50_000], [2, 94_999], [4, 100_000]))).toMatchObject({ depth: 4 });
  });

  it("finds nothing in one depth, or where nothing was done", () => {
    expect(saturationOf(points([8, 1000]))).toEqual({ kind: "none", reason: "tooFewDepths" });
    expect(saturationOf(points([8, 1000], [8, 2000]))).toEqual({ kind: "none", reason: "tooFewDepths" });
    expect(saturationOf(points([1, 0], [2, 0]))).toEqual({ kind: "none", reason: "noOperations" });
  });
});

interface Vector {
  readonly name: string;
  readonly input: { readonly points: [number, number][]; readonly share_percent: number };
  readonly expected: {
    readonly depth: number | null;
    readonly iops_at_depth?: number;
    readonly peak_iops?: number;
    readonly peak_depth?: number;
    readonly peak_at_last_depth?: boolean;
    readonly reason: string | null;
  };
}

/** Vectors made by another program; they lie beside the repository, not in it. */
const file = new URL("../../../../../shared/reference/analysis/saturation.json", import.meta.url);
const vectors: Vector[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).cases : [];
if (vectors.length === 0) console.warn(`SKIPPED: no vectors at ${file.pathname}.`);

it.each(vectors)("saturation, $name", ({ input, expected }) => {
  const found = saturationOf(points(...input.points), input.share_percent);
  const reasons = { too_few_depths: "tooFewDepths", no_iops: "noOperations" } as const;
  expect(found).toEqual(
    expected.depth === null
      ? { kind: "none", reason: reasons[expected.reason as keyof typeof reasons] }
      : {
          kind: "found",
          depth: expected.depth,
          rate: expected.iops_at_depth,
          peakRate: expected.peak_iops,
          peakDepth: expected.peak_depth,
          isAtLeast: expected.peak_at_last_depth,
        },
  );
});
