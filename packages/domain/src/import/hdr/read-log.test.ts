import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64, HistogramLogWriter } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { readPercentile } from "../../histogram/percentiles.ts";
import { readResultFile } from "../read-file.ts";
import { type HdrLogReading, readHdrLog } from "./read-log.ts";

/** A log as an independent library writes it: two intervals of reads, one of writes. */
function log(tags: readonly [string, string] = ["read", "write"], significantDigits: 2 | 3 = 3): string {
  let text = "";
  const writer = new HistogramLogWriter((line) => {
    text += line;
  });
  writer.outputLogFormatVersion();
  writer.outputStartTime(1_795_259_363_000);
  writer.outputLegend();
  const intervals = [
    { tag: tags[0], samples: [8_900, 8_900, 97_000] },
    { tag: tags[0], samples: [8_085_000] },
    { tag: tags[1], samples: [12_345] },
  ];
  for (const { tag, samples } of intervals) {
    const histogram = build({ bitBucketSize: 64, numberOfSignificantValueDigits: significantDigits });
    for (const sample of samples) histogram.recordValue(sample);
    histogram.tag = tag;
    histogram.startTimeStampMsec = 1_795_259_363_000;
    histogram.endTimeStampMsec = 1_795_259_364_000;
    writer.outputIntervalHistogram(histogram, 0, 1, 1);
  }
  return text;
}

const read = (text: string, said: HdrLogReading = { unit: "ns" }) =>
  readResultFile(new TextEncoder().encode(text), said);

describe("a log of HdrHistogram", () => {
  it("is read exactly, intervals of a tag added", () => {
    const { points, startedAtMs } = read(log());
    expect(startedAtMs).toBe(1_795_259_363_000);
    expect(points).toHaveLength(1);
    const [reads, writes] = points[0]?.directions ?? [];
    expect(reads?.histogram?.buckets).toEqual([
      { lowestNs: 8896, highestNs: 8903, count: 2 },
      { lowestNs: 96_960, highestNs: 97_023, count: 1 },
      { lowestNs: 8_081_408, highestNs: 8_085_503, count: 1 },
    ]);
    expect(writes?.histogram?.totalCount).toBe(1);
    expect(reads?.iops).toBeUndefined();
  });

  it("in microseconds is scaled, within its precision", () => {
    const [point] = read(log(), { unit: "us" }).points;
    const histogram = point?.directions[0]?.histogram;
    const reading = histogram && readPercentile(histogram, "50");
    expect(reading?.kind === "value" && Math.abs(reading.ns / 8_900_000 - 1)).toBeLessThan(0.002);
  });

  it("must say what it does not: its unit, and the direction of other tags", () => {
    expect(() => read(log(), {})).toThrow("does not say the unit");
    expect(() => read(log(["A", "B"]))).toThrow("whether these are reads or writes");
    expect(read(log(["A", "B"]), { unit: "ns", direction: "write" }).points.map(({ name }) => name)).toEqual([
      "A",
      "B",
    ]);
  });

  it("is not added up over precisions", () => {
    const other = log(["read", "write"], 2)
      .split("\n")
      .find((line) => line.startsWith("Tag=read"));
    expect(() => readHdrLog(`${log()}${other}\n`, { unit: "ns" })).toThrow(/another precision/);
  });

  it("is held to its own encoding", () => {
    const histogram = build({ bitBucketSize: 64, numberOfSignificantValueDigits: 3 });
    for (let ns = 1000; ns < 2_000_000; ns += 997) histogram.recordValue(ns);
    const encoded = encodeIntoCompressedBase64(histogram);
    const again = read(`Tag=read,0,1,1,${encoded}`).points[0]?.directions[0]?.histogram;
    const whole = decodeFromCompressedBase64(encoded, 64);
    const p99 = again && readPercentile(again, "99");
    expect([again?.totalCount, p99?.kind === "value" && p99.ns]).toEqual([
      whole.totalCount,
      whole.getValueAtPercentile(99),
    ]);
  });
});
