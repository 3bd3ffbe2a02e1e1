import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { type ComparedCell, readCell } from "@crosspoint/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { contextOf } from "../testing/fleet.ts";
import { type Comparison, getComparison } from "./get.ts";
import { comparisonSelection } from "./rules/selection.ts";
import { addRun, type TestPoint } from "./testing.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const compared = (selection: z.input<typeof comparisonSelection>) =>
  getComparison(contextOf(test.db, "viewer"), comparisonSelection.parse(selection));

/** Rows in words, each with what every series has of a metric there. */
function tableOf({ points, cells, series, reasons }: Comparison, metric: "iops" | "latencyNsP99" = "iops") {
  return points.map(({ words }, point) => [
    plain(words),
    ...series.map((_, at) => {
      const cell = cells.find((each) => each.point === point && each.series === at);
      const value = cell && shownIn(cell, reasons, metric);
      return typeof value === "string" ? plain(value) : value;
    }),
  ]);
}

/** With common spaces between figures and units. */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, " ");

function shownIn(cell: ComparedCell, reasons: readonly string[], metric: "iops" | "latencyNsP99") {
  if (cell.kind === "missing") return reasons[cell.reason];
  const reading = readCell(cell, metric);
  return reading.kind === "figure" ? reading.value : reading.reason;
}

const depth = (queueDepth: number, more: TestPoint = {}): TestPoint => ({
  ...more,
  spec: { depth: { kind: "perThread", queueDepth, threads: 1 }, ...more.spec },
});
const lasting = (durationSeconds: number) => ({ ending: { kind: "duration", durationSeconds } as const });

describe("a comparison of runs and published results", () => {
  it("places points side by side, and gives each gap its reason", async () => {
    const a = await addRun(test.db, { points: [depth(1, { iops: 10_000 }), depth(16, { iops: 90_000 })] });
    const b = await addRun(test.db, {
      points: [
        depth(1, { iops: 12_000 }),
        depth(4, { state: "skipped", reason: "no room" }),
        depth(16, { state: "failed" }),
      ],
    });
    const published = "published:anandtech-p4800x-375gb:Intel Optane SSD DC P4800X 375GB";
    const found = await compared({ series: [`run:${a}`, `run:${b}`, published] });
    expect(tableOf(found)).toEqual([
      ["4 KiB random read, QD1", 10_000, 12_000, 108_300],
      ["4 KiB random read, QD4", "Not measured.", "Skipped: no room", "Not published by AnandTech, 2017."],
      ["4 KiB random read, QD16", 90_000, "Failed.", 584_800],
    ]);
    expect(found.cells[2]).toMatchObject({ printed: { bytesPerSecond: { text: "413.0", unit: "MB/s" } } });
    expect(found.sources).toMatchObject([{ id: "anandtech-p4800x-375gb", url: expect.any(String) }]);
  });

  it("takes a trial's figures for no equals of full ones, unless asked to look at the load alone", async () => {
    const full = await addRun(test.db, { points: [depth(1, { iops: 10_000 })] });
    const trial = await addRun(test.db, { points: [depth(1, { iops: 30_000, spec: lasting(2) })] });
    const series = [`run:${full}`, `run:${trial}`];
    const exact = await compared({ series });
    expect(tableOf(exact)).toEqual([
      ["4 KiB random read, QD1, 1 min", 10_000, "Measured only otherwise: measured time (2 s)."],
      ["4 KiB random read, QD1, 2 s", "Measured only otherwise: measured time (1 min).", 30_000],
    ]);
    expect(exact.ignored).toEqual([]);
    const load = await compared({ series, match: "load" });
    expect(tableOf(load)).toEqual([["4 KiB random read, QD1", 10_000, 30_000]]);
    expect(load.ignored.map(plain)).toEqual(["measured time (1 min; 2 s)"]);
  });
});
