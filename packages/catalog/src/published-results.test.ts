import { workloadKey } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { publishedComparisonRows, publishedResults, publishedResultsFor } from "./index.ts";

const rowOf = (id: string) => {
  const row = publishedResults.rows.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return row;
};

describe("published rows", () => {
  it("carry a table row in base units and as printed", () => {
    const row = rowOf("anandtech-p4800x-375gb/random-read-4k/qd1/intel-optane-ssd-dc-p4800x-375gb");
    expect(row.drive).toEqual({
      name: "Intel Optane SSD DC P4800X 375GB",
      modelId: "intel-optane-ssd-dc-p4800x",
      capacityGb: 375,
    });
    expect(row.workload).toMatchObject({ pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth: 1 });
    expect(
      row.metrics.map(({ metric, value, unit, bound, printed }) => [metric, value, unit, bound, printed.text]),
    ).toEqual([
      ["bytesPerSecond", 413_000_000, "bytes/s", "exact", "413.0"],
      ["iops", 108_300, "iops", "exact", "108300"],
      ["latencyNsMean", 8_900, "ns", "exact", "8.9"],
      ["latencyNsP50", 9_000, "ns", "exact", "9"],
      ["latencyNsP99", 10_000, "ns", "exact", "10"],
      ["latencyNsP99999", 37_000, "ns", "exact", "37"],
    ]);
  });

  it("keep a bound, a range of depths and what the source adds", () => {
    expect(rowOf("hardwareinfo-p3700-400gb/random-read-4k/qd32/intel-ssd-dc-p3700-400gb").metrics).toMatchObject([
      { metric: "iops", value: 225_000, bound: "at_least" },
    ]);
    const range = rowOf("anandtech-optane-memory/random-write-4k/qd1-2/intel-optane-memory");
    expect([range.workload.queueDepth, range.workload.queueDepthRange]).toEqual([undefined, "1-2"]);
    const steady = rowOf("hardwareinfo-p3700-400gb/steady-state-random-write-4k/qd32/intel-ssd-dc-p3700-400gb");
    expect(steady.context).toEqual({ startsAtBytesPerSecond: 750_000_000, settlesAfterMinutes: 20 });
  });

  it("join the figures of one drive, workload and load", () => {
    expect(rowOf("anandtech-p4800x-750gb/act/micron-9100-max-2.4tb").metrics).toMatchObject([
      { metric: "transactionsOver1msPercent", value: 4.94 },
      { metric: "transactionsOver2msPercent", value: 0.44 },
    ]);
  });

  it("are found by model, in every capacity", () => {
    const drives = publishedResultsFor("intel-ssd-dc-p3700").map((row) => row.drive.name);
    expect(new Set(drives)).toEqual(
      new Set(["Intel SSD DC P3700 1.6TB", "Intel SSD DC P3700 400GB", "Intel SSD DC P3700 800GB"]),
    );
    expect(publishedResultsFor("no-such-model")).toEqual([]);
  });

  it("disagree in the table's MB/s with IOPS x 4096 B by 6 to 7 %, as printed: IOPS is the one to compare by", () => {
    // 413.0 MB/s against 108 300 x 4096 B = 443.6 MB/s, and so for all six; kept as the source prints it.
    const rows = publishedResults.rows.filter((row) => row.sourceId === "anandtech-p4800x-375gb");
    for (const { metrics } of rows) {
      const value = (name: string) => metrics.find(({ metric }) => metric === name)?.value ?? Number.NaN;
      const ratio = value("bytesPerSecond") / (value("iops") * 4096);
      expect(ratio).toBeGreaterThan(0.925);
      expect(ratio).toBeLessThan(0.94);
    }
    expect(rows).toHaveLength(6);
  });
});

describe("rows for a comparison", () => {
  it("hold the six of the P4800X review with all six metrics and a link", () => {
    const rows = publishedComparisonRows.filter((row) => row.sourceId === "anandtech-p4800x-375gb");
    expect(
      rows.map((row) => `${row.drive} ${workloadKey(row.workload)} ${row.metrics.latencyNsP99999?.value}`),
    ).toEqual([
      "Intel Optane SSD DC P4800X 375GB random-read-4k-qd1 37000",
      "Intel SSD DC P3700 800GB random-read-4k-qd1 2768000",
      "Micron 9100 MAX 2.4TB random-read-4k-qd1 306000",
      "Intel Optane SSD DC P4800X 375GB random-read-4k-qd16 81000",
      "Intel SSD DC P3700 800GB random-read-4k-qd16 2320000",
      "Micron 9100 MAX 2.4TB random-read-4k-qd16 1560000",
    ]);
    for (const row of rows) {
      expect(Object.keys(row.metrics)).toHaveLength(6);
      expect(row.note).toContain("Compare by IOPS");
      expect(row.sourceUrl).toMatch(/^https:\/\/www\.anandtech\.com\/show\/11209\//);
    }
  });

  it("say in their label what sets them apart from the same load on its own", () => {
    const labels = publishedComparisonRows
      .filter((row) => workloadKey(row.workload) === "random-write-4k-qd32")
      .map((row) => row.label);
    expect(labels).toEqual(["Intel SSD DC P3700 400GB", "Intel SSD DC P3700 400GB, steady state"]);
  });

  it("leave out what is not a comparable figure: no score, no deviation, no unstated depth", () => {
    expect(publishedComparisonRows.every((row) => Object.keys(row.metrics).length > 0)).toBe(true);
    const ids = publishedComparisonRows.map((row) => row.id);
    expect(ids).not.toContain("hardwareinfo-p3700-400gb/as-ssd/intel-ssd-dc-p3700-400gb");
    expect(ids).not.toContain("anandtech-optane-memory/random-write-4k/qd1-2/intel-optane-memory");
  });
});
