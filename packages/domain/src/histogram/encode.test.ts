import fc from "fast-check";
import { decodeFromCompressedBase64 } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { decodeHistogram } from "./decode.ts";
import { encodeHistogram } from "./encode.ts";
import { histogramOfCounts } from "./record.ts";
import golden from "./testing/rust-golden.json" with { type: "json" };
import { histogramOfSamples } from "./testing/samples.ts";

const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 0, max: 1000 })), {
  maxLength: 60,
});

describe("histogramOfCounts", () => {
  it("counts each value where one by one it would be", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2 ** 31), fc.integer({ min: 0, max: 5 })), { maxLength: 40 }), (counts) => {
        const one = counts.flatMap(([ns, count]) => Array.from({ length: count }, () => ns));
        expect(histogramOfCounts(counts)).toEqual(histogramOfSamples(one));
      }),
    );
  });
});

describe("encodeHistogram", () => {
  it("is read back to the same histogram", () => {
    fc.assert(
      fc.property(values, (counts) => {
        const histogram = histogramOfCounts(counts);
        expect(decodeHistogram(encodeHistogram(histogram))).toEqual(histogram);
      }),
    );
  });

  it.each(golden.map(({ name, base64 }) => [name, base64] as const))(
    "writes Rust's %s so that it reads the same",
    (_, base64) => {
      const histogram = decodeHistogram(base64);
      expect(decodeHistogram(encodeHistogram(histogram))).toEqual(histogram);
    },
  );

  it("is read by an independent library with the same counts and percentiles", () => {
    const encoded = encodeHistogram(
      histogramOfCounts([
        [8_900, 999_000],
        [97_000, 900],
        [8_085_000, 100],
      ]),
    );
    const read = decodeFromCompressedBase64(encoded, 64);
    expect(read.totalCount).toBe(1_000_000);
    expect([50, 99.95, 99.999].map((p) => read.getValueAtPercentile(p))).toEqual([8903, 97023, 8085503]);
  });
});
