import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { expect, it } from "vitest";
import { HeatBuilder } from "./latency-heat.ts";

function histogram(...latencies: [ns: number, count: number][]): Uint8Array {
  const built = build({ bitBucketSize: 64, numberOfSignificantValueDigits: 3 });
  for (const [ns, count] of latencies) built.recordValueWithCount(ns, count);
  return Buffer.from(encodeIntoCompressedBase64(built), "base64");
}

it("counts latencies by second and by tenths of a decade, and leaves seconds that did not arrive open", () => {
  const builder = new HeatBuilder(4);
  builder.add({ at: 0, histogram: histogram([10_500, 90], [16_000, 9]) });
  builder.add({ at: 2, histogram: histogram([12_700, 50]) });
  // Nothing completed: a stall is known, and counts nothing.
  builder.add({ at: 3, histogram: undefined });
  const { columnSeconds, edgesNs, columns } = builder.finish();
  expect(columnSeconds).toBe(1);
  // 10^4.0, 10^4.1, 10^4.2 and 10^4.3 ns.
  expect(edgesNs.map(Math.round)).toEqual([10_000, 12_589, 15_849, 19_953]);
  expect(columns).toEqual([[90, 0, 9], null, [0, 50, 0], [0, 0, 0]]);
});

it("puts as many seconds into a column as keeps a long point readable, and adds them", () => {
  const builder = new HeatBuilder(3600);
  builder.add({ at: 0, histogram: histogram([10_500, 1]) });
  builder.add({ at: 29, histogram: histogram([10_500, 2]) });
  builder.add({ at: 30, histogram: histogram([10_500, 4]) });
  const { columnSeconds, columns } = builder.finish();
  expect([columnSeconds, columns.length]).toEqual([30, 120]);
  expect(columns.slice(0, 3)).toEqual([[3], [4], null]);
});

it("has no rows where nothing completed", () => {
  const builder = new HeatBuilder(1);
  builder.add({ at: 0, histogram: undefined });
  expect(builder.finish()).toEqual({ columnSeconds: 1, edgesNs: [], columns: [[]] });
});
