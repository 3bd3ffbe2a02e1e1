import fc from "fast-check";
import { zlibSync } from "fflate";
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { decodeHistogram, HistogramDecodeError } from "./decode.ts";
import { summarizeHistogram } from "./histogram.ts";
import { readPercentiles } from "./percentiles.ts";
import goldens from "./testing/rust-golden.json" with { type: "json" };

/**
 * The goldens were written by Rust hdrhistogram 7.6 (V2DeflateSerializer) with the figures that it printed itself:
 * an empty one, one sample, 1 to 1000 µs, a million with a long tail, five billion (past 32 bits), the slot edges of
 * an auto-resized one, and two significant digits from 1000 ns.
 */
const golden = (name: string) => {
  const found = goldens.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no golden ${name}`);
  return found;
};

describe("histograms written by Rust", () => {
  it.each(goldens.filter(({ count }) => count > 0))("$name: count, extremes, mean and deviation agree", (expected) => {
    const summary = summarizeHistogram(decodeHistogram(expected.base64));
    if (summary.kind !== "summary") throw new Error("empty");
    expect(summary.totalCount).toBe(expected.count);
    expect(summary.minNs).toBe(expected.min);
    expect(summary.maxNs).toBe(expected.max);
    // Both sides sum doubles in the same order; the last bits of a square root may differ.
    expect(summary.meanNs / expected.mean).toBeCloseTo(1, 12);
    expect(summary.standardDeviationNs).toBeCloseTo(expected.standardDeviation, 3);
  });

  it.each(goldens)("$name: every percentile that its samples carry agrees", (expected) => {
    const figures: Record<string, number> = expected.percentiles;
    for (const reading of readPercentiles(decodeHistogram(expected.base64))) {
      if (reading.kind === "value")
        expect([reading.percentile, reading.ns]).toEqual([reading.percentile, figures[reading.percentile]]);
    }
  });

  it("reads an empty histogram as empty, not as zero", () => {
    const histogram = decodeHistogram(golden("empty").base64);
    expect(histogram.totalCount).toBe(0);
    expect(summarizeHistogram(histogram)).toEqual({ kind: "empty" });
  });

  it("keeps counts past 32 bits", () => {
    // 5e9 samples of 10 000 ns: three digits keep 9 999 and 10 000 in ranges of 8 ns, 10000 to 10007.
    expect(decodeHistogram(golden("five-billion").base64).buckets[0]).toEqual({
      lowestNs: 10_000,
      highestNs: 10_007,
      count: 5_000_000_000,
    });
  });

  it("finds slot edges where the resolution doubles: 2047 is exact, 2048 and 2049 share a range", () => {
    expect(decodeHistogram(golden("auto-resize-edges").base64).buckets.slice(0, 5)).toEqual([
      { lowestNs: 0, highestNs: 0, count: 1 },
      { lowestNs: 1, highestNs: 1, count: 1 },
      { lowestNs: 2047, highestNs: 2047, count: 1 },
      { lowestNs: 2048, highestNs: 2049, count: 2 },
      { lowestNs: 4094, highestNs: 4095, count: 1 },
    ]);
  });
});

const samples = fc.array(fc.integer({ min: 1, max: 3_600_000_000_000 }), { minLength: 1, maxLength: 200 });

describe("agreement with hdr-histogram-js", () => {
  it("decodes what it encodes, with its percentiles, mean and deviation", () => {
    fc.assert(
      fc.property(
        samples,
        fc.constantFrom(1 as const, 2 as const, 3 as const),
        (values, numberOfSignificantValueDigits) => {
          const highestTrackableValue = 3_600_000_000_000;
          const recorded = build({ bitBucketSize: 64, highestTrackableValue, numberOfSignificantValueDigits });
          for (const value of values) recorded.recordValue(value);
          const text = encodeIntoCompressedBase64(recorded);
          // The exact extremes do not travel: compare with what the library itself reads back.
          const oracle = decodeFromCompressedBase64(text, 64);
          const histogram = decodeHistogram(text);
          const summary = summarizeHistogram(histogram);
          if (summary.kind !== "summary") throw new Error("empty");
          expect(summary.totalCount).toBe(oracle.totalCount);
          expect(summary.maxNs).toBe(oracle.maxValue);
          expect(summary.meanNs / oracle.mean).toBeCloseTo(1, 9);
          for (const reading of readPercentiles(histogram)) {
            if (reading.kind === "value")
              expect(reading.ns).toBe(oracle.getValueAtPercentile(Number(reading.percentile)));
          }
        },
      ),
    );
  });
});

describe("texts that are not histograms", () => {
  const text = golden("ramp-1000").base64;
  const flipped = (index: number) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    bytes[index] = (bytes[index] ?? 0) ^ 0x01;
    return btoa(String.fromCharCode(...bytes));
  };

  it.each([
    ["empty", ""],
    ["not base64", "§§§"],
    ["another format", btoa("PK\u0003\u0004 a zip file, not a histogram")],
    ["cut off", text.slice(0, 100)],
    ["too long", "A".repeat(262_148)],
  ])("%s is refused", (_, broken) => {
    expect(() => decodeHistogram(broken)).toThrow(HistogramDecodeError);
  });

  it("is refused with any one byte changed, or reads the same: never other figures", () => {
    const whole = decodeHistogram(text);
    const length = atob(text).length;
    let refused = 0;
    for (let index = 0; index < length; index += 1) {
      try {
        // A bit of a Huffman code that no symbol uses may change without changing a figure.
        expect(decodeHistogram(flipped(index)), `byte ${index}`).toEqual(whole);
      } catch (error) {
        expect(error, `byte ${index}`).toBeInstanceOf(HistogramDecodeError);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(0.95 * length);
  });

  it("does not inflate a bomb past its room", () => {
    // 2 MB of zeros deflate to about 2 kB; the room is half a megabyte.
    const bomb = bombOf(2_000_000);
    expect(() => decodeHistogram(bomb)).toThrow(/damaged/);
  });
});

function bombOf(bytes: number): string {
  const compressed = zlibSync(new Uint8Array(bytes));
  const header = new Uint8Array(8);
  new DataView(header.buffer).setUint32(0, 0x1c849314);
  new DataView(header.buffer).setUint32(4, compressed.byteLength);
  return btoa(Array.from([...header, ...compressed], (byte) => String.fromCharCode(byte)).join(""));
}
