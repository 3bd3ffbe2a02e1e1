import { describe, expect, it } from "vitest";
import { type PublishedMetricName, publishedColumns } from "./published-columns.ts";

const row = (...metrics: PublishedMetricName[]) => ({ metrics: metrics.map((metric) => ({ metric })) });

describe("publishedColumns", () => {
  it("gives a column to what a quarter of the rows state, and gathers the rest", () => {
    const rows = [row("iops", "latencyNsMean"), row("iops"), row("iops"), row("score"), row("iops")];
    expect(publishedColumns(rows)).toEqual({ own: ["iops"], other: ["latencyNsMean", "score"] });
    expect(publishedColumns(rows.slice(0, 4)).own).toEqual(["iops", "latencyNsMean", "score"]);
  });

  it("has no column for what nobody states", () => {
    expect(publishedColumns([])).toEqual({ own: [], other: [] });
  });
});
