import { expect, it } from "vitest";
import { publishedEntries, statementsOf } from "./published-series.ts";

it("has what a source prints of one load in several charts in one entry", () => {
  const { rows } = statementsOf({ sourceId: "thessdreview-p3608", drive: "Intel SSD DC P3608 1.6TB RAID 0" });
  const found = publishedEntries(rows).flatMap(({ content }) => ("figures" in content ? [content.figures] : []));
  expect(found.filter(({ metrics }) => metrics.latencyNsMax === 15_000_000)).toMatchObject([
    {
      metrics: { iops: 170_000 },
      bounds: { latencyNsMax: "about" },
      placed: expect.stringMatching(/not the whole load; it stands.*queue depth \(32\), threads \(8\)/),
    },
  ]);
});
