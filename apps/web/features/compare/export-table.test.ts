import { describe, expect, it } from "vitest";
import { comparisonTable } from "./export-table.ts";

const workload = { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth: 1 } as const;
const points = [
  {
    ...{ key: "random-read-4k-qd1", words: "4 KiB random read, QD1", workload, pattern: "random", readPercent: 100 },
    ...{ depth: 1, threads: 1, direction: "read" as const },
  },
];
const head = { drive: "P3700", label: "P3700", colorKey: "p3700", runs: [] };
const series = [
  { ...head, id: "run:a", kind: "run" as const, detail: "vault-7, Quick check", note: "Imported." },
  { ...head, id: "published:src:P3700", kind: "published" as const, detail: "AnandTech, 2017", sourceId: "src" },
  { ...head, id: "run:b", kind: "run" as const, detail: "vault-7, Quick check" },
];

describe("comparisonTable", () => {
  const { header, rows } = comparisonTable({
    series,
    points,
    cells: [
      {
        kind: "figure",
        point: 0,
        series: 0,
        metrics: { iops: 12_801.5, latencyNsP50: 76_000, latencyNsP9999: 90_000 },
        operations: 60_000,
        warnings: ["Warm."],
      },
      {
        ...{ kind: "figure", point: 0, series: 1, metrics: { iops: 12_800 }, bounds: { iops: "at_least" } },
        printed: { iops: { text: "12800", unit: "IOPS" } },
      },
      { kind: "missing", point: 0, series: 2, reason: 0 },
    ],
    reasons: ["Measured only otherwise: measured time (2 s)."],
  });
  const row = (index: number) => Object.fromEntries(header.map((name, column) => [name, rows[index]?.[column]]));

  it("has a line for each point and series, in base units, with as many cells as the header", () => {
    expect(rows.map((each) => each.length)).toEqual([header.length, header.length, header.length]);
    expect(row(0)).toMatchObject({
      ...{ point: "random-read-4k-qd1", name: "P3700", source: "vault-7, Quick check", operations: 60_000 },
      ...{ iops: 12_801.5, iops_bound: "exact", latencyNsP50: 76_000, latencyNsMax: undefined },
    });
  });

  it("has the notes of a series and of its figures, and how many operations stand above a percentile", () => {
    expect(row(0)).toMatchObject({
      notes: "Imported. Warm.",
      latencyNsP50_samples_above: 30_000,
      iops_samples_above: undefined,
    });
    // Six of 60,000: fewer than ten, as the page marks it.
    expect(row(0)).toMatchObject({ latencyNsP9999: 90_000, latencyNsP9999_samples_above: 6 });
    expect([row(1).notes, row(2).notes]).toEqual([undefined, undefined]);
  });

  it("keeps bounds and the source's own print, and says why a figure is missing", () => {
    expect(row(1)).toMatchObject({ source: "src", iops: 12_800, iops_bound: "at_least", iops_printed: "12800 IOPS" });
    expect(row(2)).toMatchObject({ missing: "Measured only otherwise: measured time (2 s).", iops: undefined });
  });
});
