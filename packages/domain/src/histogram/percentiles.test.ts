import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { percentileCurve, percentileSampleNote, readPercentile, readPercentiles } from "./percentiles.ts";
import { histogramOfSamples } from "./testing/samples.ts";

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("readPercentile", () => {
  it("is the sample of rank ceil(p n): of 1 to 1000, p50 is 500, p99 990, p99.9 999", () => {
    const readings = readPercentiles(histogramOfSamples(oneTo(1000)));
    expect(readings).toEqual([
      { kind: "value", percentile: "50", ns: 500, samplesAbove: 500, thin: false },
      { kind: "value", percentile: "90", ns: 900, samplesAbove: 100, thin: false },
      { kind: "value", percentile: "99", ns: 990, samplesAbove: 10, thin: false },
      { kind: "value", percentile: "99.9", ns: 999, samplesAbove: 1, thin: true },
      { kind: "tooFewSamples", percentile: "99.99", totalCount: 1000, samplesNeeded: 10_000 },
      { kind: "tooFewSamples", percentile: "99.999", totalCount: 1000, samplesNeeded: 100_000 },
    ]);
  });

  it("turns from too few to thin to firm with one sample more each", () => {
    const kindAt = (count: number) => {
      const reading = readPercentile(histogramOfSamples(oneTo(count)), "99");
      return reading.kind === "value" ? (reading.thin ? "thin" : "firm") : reading.kind;
    };
    expect([0, 99, 100, 999, 1000].map(kindAt)).toEqual(["tooFewSamples", "tooFewSamples", "thin", "thin", "firm"]);
  });

  it("never has fewer than p of the samples at or below it, nor p of them strictly below its range", () => {
    const samples = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 10, maxLength: 500 });
    fc.assert(
      fc.property(samples, (values) => {
        const histogram = histogramOfSamples(values);
        for (const reading of readPercentiles(histogram)) {
          if (reading.kind !== "value") continue;
          const p = Number(reading.percentile) / 100;
          const range = histogram.buckets.find((bucket) => bucket.highestNs === reading.ns);
          const atOrBelow = values.filter((value) => value <= reading.ns).length;
          const below = values.filter((value) => value < (range?.lowestNs ?? 0)).length;
          expect(atOrBelow).toBeGreaterThanOrEqual(p * values.length - 1e-9);
          expect(below).toBeLessThan(p * values.length + 1e-9);
        }
      }),
    );
  });
});

describe("percentileSampleNote", () => {
  it("says what is missing, what is thin, and nothing of a firm figure", () => {
    const histogram = histogramOfSamples(oneTo(1000));
    expect(percentileSampleNote(readPercentile(histogram, "99"))).toBeUndefined();
    expect(percentileSampleNote(readPercentile(histogram, "99.9"))).toBe(
      "Only one sample above p99.9: indicative only.",
    );
    expect(percentileSampleNote(readPercentile(histogram, "99.999"))).toBe(
      "p99.999 needs at least 100,000 samples; there are 1,000.",
    );
  });
});

describe("percentileCurve", () => {
  it("of 1 to 1000, one point a nine: minimum, p90, p99 and, where one sample is above, p99.9", () => {
    // Ranks 1000 - above: nines 0 keeps rank 1, then 900, 990, 999; log10(1000) = 3 ends it.
    expect(percentileCurve(histogramOfSamples(oneTo(1000)), 1)).toEqual([
      { nines: 0, ns: 1, samplesAbove: 1000, thin: false },
      { nines: 1, ns: 900, samplesAbove: 100, thin: false },
      { nines: 2, ns: 990, samplesAbove: 10, thin: false },
      { nines: 3, ns: 999, samplesAbove: 1, thin: true },
    ]);
  });

  it("ends where the samples end: 12 800 samples reach log10(12800) = 4.107 nines and no further", () => {
    const curve = percentileCurve(histogramOfSamples(oneTo(12_800)), 10);
    expect(curve.at(-1)?.nines).toBeCloseTo(4.1072, 4);
    expect(curve.at(-1)?.samplesAbove).toBe(1);
    expect(curve.at(-2)?.nines).toBe(4.1);
  });

  it("never falls, keeps ascending nines, and has nothing to draw for less than two samples", () => {
    const samples = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { maxLength: 300 });
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 50 }), (values, pointsPerNine) => {
        const curve = percentileCurve(histogramOfSamples(values), pointsPerNine);
        if (values.length < 2) expect(curve).toEqual([]);
        curve.slice(1).forEach((point, index) => {
          expect(point.nines).toBeGreaterThan(curve[index]?.nines ?? Number.POSITIVE_INFINITY);
          expect(point.ns).toBeGreaterThanOrEqual(curve[index]?.ns ?? Number.POSITIVE_INFINITY);
        });
      }),
    );
  });

  it("refuses a step that is not a whole number", () => {
    expect(() => percentileCurve(histogramOfSamples([1, 2]), 0)).toThrow(RangeError);
  });
});
