import { expandPlan, type SweepStep } from "@crosspoint/domain";
import { expect, it } from "vitest";
import { publishedFigures } from "./published-figures.ts";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 } as const;
const points = pointsOf({ ...sweep, queueDepth: [1, 2, 16] });
const review = "anandtech-p4800x-375gb";

it("finds what sources print of the same loads on the same model, each with its source", () => {
  const found = publishedFigures("INTEL SSDPED1K375GA", points).filter(({ sourceId }) => sourceId === review);
  expect(found.map(({ sequences, metrics }) => [sequences, metrics.iops?.value])).toEqual([
    [[0], 108_300],
    [[2], 584_800],
  ]);
  expect(found[0]).toMatchObject({
    drive: "Intel Optane SSD DC P4800X 375GB",
    metrics: { latencyNsP99999: { value: 37_000, bound: "exact" } },
    publisher: "AnandTech",
    note: expect.stringContaining("Compare by IOPS"),
  });
  expect(publishedFigures("INTEL SSDPEDMD800G4", points).map(({ metrics }) => metrics.iops?.value)).toContain(12_800);
});

it("finds nothing for a model that the catalog does not know, nor for other loads", () => {
  expect(publishedFigures("QEMU NVMe Ctrl", points)).toEqual([]);
  expect(publishedFigures(null, points)).toEqual([]);
  expect(publishedFigures("INTEL SSDPED1K375GA", pointsOf({ ...sweep, threads: 4 }))).toEqual([]);
});

function pointsOf(step: SweepStep) {
  const expansion = expandPlan([step], 100);
  return expansion.kind === "points" ? expansion.points : expect.fail("too many points");
}
