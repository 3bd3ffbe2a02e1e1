import { expect, it } from "vitest";
import { shared } from "../analysis/testing/vectors.ts";
import { decodeHistogram } from "./decode.ts";
import { mergeHistograms, summarizeHistogram } from "./histogram.ts";
import { readPercentile, readPercentiles } from "./percentiles.ts";
import { histogramOfSamples } from "./testing/samples.ts";

interface Input {
  readonly hdr: string;
  readonly merge_with?: string;
}

interface Expected {
  readonly count: number;
  readonly max: number | null;
  readonly points: Record<string, { readonly value: number; readonly beyond_rank: number }>;
}

it.each(shared<Input, Expected>("percentiles"))("percentiles, $name", ({ input, expected }) => {
  const parts = input.merge_with === undefined ? [input.hdr] : [input.hdr, input.merge_with];
  const histogram = mergeHistograms(parts.map((part) => decodeHistogram(part))) ?? expect.fail("there is one");
  expect(histogram.totalCount).toBe(expected.count);
  const summary = summarizeHistogram(histogram);
  expect(summary.kind === "summary" ? summary.maxNs : null).toBe(expected.max);
  for (const reading of readPercentiles(histogram)) {
    const wanted = expected.points[reading.percentile];
    // What nothing stands above is the maximum at best: no percentile.
    if (reading.kind === "tooFewSamples") expect(wanted?.beyond_rank ?? 0).toBe(0);
    else {
      expect([reading.ns, reading.samplesAbove]).toEqual([wanted?.value, wanted?.beyond_rank]);
      expect(reading.thin).toBe((wanted?.beyond_rank ?? 0) < 10);
    }
  }
});

it("reads the percentiles of a group from its merged histograms, by how many operations each has", () => {
  // Of 9,900 fast and 100 slow ones p99 is rank 9,900, still a fast one; the mean of both p99 would be 505 µs.
  const fast = histogramOfSamples(Array(9_900).fill(2_000));
  const slow = histogramOfSamples(Array(100).fill(1_000_000));
  const merged = mergeHistograms([fast, slow]) ?? expect.fail("there are two");
  expect(readPercentile(merged, "99")).toMatchObject({ kind: "value", ns: 2_000, samplesAbove: 100, thin: false });
  expect(readPercentile(merged, "99.99")).toMatchObject({ kind: "value", ns: 1_000_447, samplesAbove: 1, thin: true });
  expect(readPercentile(merged, "99.999")).toMatchObject({ kind: "tooFewSamples", samplesNeeded: 100_000 });
});
