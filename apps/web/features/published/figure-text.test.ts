import { publishedResults } from "@crosspoint/catalog";
import type { ComparisonMetric } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { publishedQuantity } from "./figure-text.ts";

describe("publishedQuantity", () => {
  it("shows the six reference rows digit by digit as the review's tables print them", () => {
    const shown = publishedResults.rows
      .filter(({ sourceId }) => sourceId === "anandtech-p4800x-375gb")
      .map(({ metrics }) =>
        metrics.map(
          ({ metric, value, bound, printed }) =>
            publishedQuantity(metric as ComparisonMetric, { value, bound }, printed).value,
        ),
      );
    // Columns: MB/s, IOPS, mean, median, 99th, 99.999th (µs).
    expect(shown).toEqual([
      ["413.0", "108,300", "8.9", "9", "10", "37"],
      ["48.7", "12,800", "77.9", "76", "96", "2,768"],
      ["35.3", "9,200", "107.7", "104", "117", "306"],
      ["2,231.0", "584,800", "25.5", "25", "41", "81"],
      ["637.9", "167,200", "93.9", "91", "163", "2,320"],
      ["517.5", "135,700", "116.2", "114", "205", "1,560"],
    ]);
  });

  it("keeps the bound, and turns bytes per second into MB/s", () => {
    const figure = { value: 2_000_000_000, bound: "at_least" } as const;
    expect(publishedQuantity("bytesPerSecond", figure, { text: "2000000000", unit: "bytes/s" })).toMatchObject({
      value: "≥2,000",
      unit: "MB/s",
    });
  });
});
