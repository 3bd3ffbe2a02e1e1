import { zlibSync } from "fflate";
import { expect, it } from "vitest";
import { encodeHistogram } from "../histogram/encode.ts";
import { histogramOfCounts } from "../histogram/record.ts";
import { HistogramBudget } from "./histogram-budget.ts";
import { importLimits } from "./limits.ts";
import { readResultFile } from "./read-file.ts";

const read = (text: string) => readResultFile(new TextEncoder().encode(text));

/** Some 700 characters that unpack to half a megabyte: counts of five digits, each of which skips a range. */
const bomb = bombOf(512 * 1024);
/** The first of them that is beyond the limit, from 1. */
const tooMany = importLimits.histogramBytes / (512 * 1024) + 1;

function bombOf(bytes: number): string {
  const headerBytes = 40;
  const payload = new Uint8Array(bytes).fill(1, headerBytes);
  const view = new DataView(payload.buffer);
  view.setUint32(0, 0x1c849313);
  view.setUint32(4, bytes - headerBytes);
  view.setUint32(12, 5);
  view.setBigUint64(16, 1n);
  const compressed = zlibSync(payload, { level: 9 });
  const encoded = new Uint8Array(8 + compressed.byteLength);
  const head = new DataView(encoded.buffer);
  head.setUint32(0, 0x1c849314);
  head.setUint32(4, compressed.byteLength);
  encoded.set(compressed, 8);
  return btoa(String.fromCharCode(...encoded));
}

it("refuses a log of small lines that unpack to more than a file may hold", () => {
  expect(bomb.length).toBeLessThan(1000);
  const log = `#[Unit of values: ns]\n${`Tag=read,0,1,1,${bomb}\n`.repeat(tooMany + 10)}`;
  expect(() => read(log)).toThrow(
    expect.objectContaining({
      path: `line ${tooMany + 1}`,
      message: expect.stringContaining("unpack to more than 25165824 bytes"),
    }),
  );
});

it("refuses the points of an export from there on, and no longer looks into them", () => {
  const points = Array.from({ length: tooMany + 10 }, (_, at) => ({
    name: `Point ${at}`,
    directions: [{ direction: "read", histogram: bomb }],
  }));
  const found = read(JSON.stringify({ crosspoint: { export: 1 }, run: { tool: { name: "uring-bench" } }, points }));
  expect(found.points).toHaveLength(tooMany - 1);
  expect(found.refused.map(({ path }) => path)).toEqual(
    Array.from({ length: 11 }, (_, at) => `points[${tooMany - 1 + at}].directions[0].histogram`),
  );
});

it("takes back a histogram as wide as that of a long run", () => {
  // Every range from 100 µs to a second, with counts of three bytes.
  const counts = Array.from({ length: 13_000 }, (_, at) => {
    return [Math.round(100_000 * 1.000_709 ** at), 20_000 + ((at * 7919) % 999_983)] as const;
  });
  const wide = histogramOfCounts(counts);
  const histogram = encodeHistogram(wide);
  expect(histogram.length).toBeGreaterThan(16_384);
  const points = [{ name: "Wide", directions: [{ direction: "read", histogram }] }];
  const found = read(JSON.stringify({ crosspoint: { export: 1 }, run: { tool: { name: "uring-bench" } }, points }));
  expect(found.points[0]?.directions[0]?.histogram).toEqual(wide);
});

it("bounds the ranges that are kept of a file, whatever they unpack from", () => {
  const budget = new HistogramBudget();
  const one = encodeHistogram(histogramOfCounts([[1000, 7]]));
  budget.keep(importLimits.histogramRanges, "line 1");
  expect(budget.decode(one, "line 2").totalCount).toBe(7);
  expect(() => budget.keep(1, "line 3")).toThrow("4000000 ranges");
  expect(() => budget.decode(one, "line 4")).toThrow(expect.objectContaining({ path: "line 4" }));
});

it("refuses a log of more tags than a file may have points, at the first that is one more", () => {
  const one = encodeHistogram(histogramOfCounts([[1000, 7]]));
  const lines = Array.from({ length: importLimits.points + 5 }, (_, at) => `Tag=t${at}.read,0,1,1,${one}\n`);
  expect(() => read(`#[Unit of values: ns]\n${lines.join("")}`)).toThrow(
    expect.objectContaining({ path: `line ${importLimits.points + 2}`, message: "The log has more than 1024 tags." }),
  );
});
