import type { ComparisonRow } from "./rows.ts";

/** A published row of one random read of 4 KiB, for tests to vary. */
export const row = (id: string, metrics: ComparisonRow["metrics"], queueDepth = 1): ComparisonRow => ({
  id,
  label: id,
  kind: "published",
  drive: id,
  workload: { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth },
  metrics,
});

export const optane = row("optane", {
  iops: { value: 108_300, bound: "exact" },
  latencyNsP99999: { value: 37_000, bound: "exact" },
});
export const flash = row("flash", {
  iops: { value: 12_800, bound: "exact" },
  latencyNsP99999: { value: 2_768_000, bound: "exact", samplesAbove: 7 },
});
export const loose = row("loose", { iops: { value: 10_000, bound: "at_least" } }, 16);
