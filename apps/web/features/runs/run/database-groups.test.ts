import { expect, it } from "vitest";
import { type DatabasePoint, databaseGroups, latencySeries, latencyUnitOf } from "./database-groups.ts";

const spec = {
  system: "postgresql",
  benchmark: "tpcbLike",
  sizeGib: 8,
  scale: 546,
  clients: 4,
  rampSeconds: 0,
  durationSeconds: 60,
  precondition: [],
} as const;

function point(sequence: number, stepPath: number[], more: Partial<DatabasePoint> = {}): DatabasePoint {
  const unheard = { startedAt: undefined, finishedAt: undefined, environment: undefined, reason: undefined };
  return { sequence, stepPath, spec, state: "pending", warnings: [], result: undefined, ...unheard, ...more };
}

it("parts a run's points by step and by the settings that were in effect", () => {
  const low = { spec: { ...spec, settings: { powerState: 1 } } };
  const groups = databaseGroups([point(0, [0]), point(1, [0]), point(2, [1, 0], low), point(3, [1, 0])]);
  expect(groups.map(({ name, points }) => [name, points.map(({ sequence }) => sequence)])).toEqual([
    ["PostgreSQL, TPC-B-like transactions, 8\u2009GiB (scale 546)", [0, 1]],
    ["PostgreSQL, TPC-B-like transactions, 8\u2009GiB (scale 546), power state 1", [2]],
    ["PostgreSQL, TPC-B-like transactions, 8\u2009GiB (scale 546)", [3]],
  ]);
});

it("reads latencies in the unit of the medians, though the slowest take longer", () => {
  const result = { latencyNsP50: 800_000, latencyNsP99999: 3e9 } as DatabasePoint["result"];
  const [group] = databaseGroups([point(0, [0], { result })]);
  expect(group && [group.measured.length, latencyUnitOf(group)]).toEqual([1, "µs"]);
});

it("has a curve, in the color of its column, for each percentile that a point has", () => {
  const result = { latencyNsP50: 800_000, latencyNsP999: 3e9 } as DatabasePoint["result"];
  const [group] = databaseGroups([point(0, [0], { result }), point(1, [0])]);
  expect(group && latencySeries(group).map(({ label, color, points }) => [label, color, points.length])).toEqual([
    ["p50", 0, 1],
    ["p99.9", 2, 1],
  ]);
});
