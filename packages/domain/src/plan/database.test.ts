import { expect, it } from "vitest";
import { parseWorkloadKey } from "../workload/key.ts";
import { estimateBytesWritten } from "./bytes-written.ts";
import { databaseKey, databaseScale, expandDatabase } from "./database.ts";
import { stepsForAgent } from "./effects.ts";
import { planDuration } from "./estimate.ts";
import { expandPlan } from "./expand.ts";
import { fioJobFile } from "./fio-job.ts";
import type { DatabaseStep } from "./steps.ts";

const step: DatabaseStep = {
  kind: "database",
  system: "postgresql",
  benchmark: "tpcbLike",
  sizeGib: 8,
  clients: [4, 128],
  rampSeconds: 10,
  durationSeconds: 60,
};

it.each([
  // 8 GiB are 8,192 MiB; 546 scales of 15 MiB are 8,190.
  [8, 546],
  [0.1, 6],
  [1024, 69_905],
])("a database of %d GiB has scale %d", (sizeGib, scale) => {
  expect(databaseScale(sizeGib)).toBe(scale);
});

it("a number of clients each is a point of its own, behind the points of other steps", () => {
  const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 1 } as const;
  const expansion = expandPlan([sweep, step, sweep], 10);
  if (expansion.kind !== "points") throw new Error("too many");
  expect(expansion.points.map(({ sequence, spec }) => [sequence, spec.precondition])).toEqual([
    [0, []],
    [3, ["database:postgresql:8"]],
  ]);
  expect(expansion.databasePoints.map(({ sequence, database }) => [sequence, database.clients])).toEqual([
    [1, 4],
    [2, 128],
  ]);
});

it("its key is that of no block workload, and holds all but how long was measured", () => {
  const [spec] = expandDatabase(step);
  if (spec === undefined) throw new Error("no point");
  expect(databaseKey(spec)).toBe("database-postgresql-tpcbLike-8gib-c4");
  expect(databaseKey({ ...spec, durationSeconds: 1, rampSeconds: 0 })).toBe(databaseKey(spec));
  expect(databaseKey({ ...spec, precondition: ["purge:format"], settings: { powerState: 1 } })).toBe(
    "database-postgresql-tpcbLike-8gib-c4-set(powerState=1)-after(purge:format)",
  );
  expect(parseWorkloadKey(databaseKey(spec))).toBeUndefined();
});

it("takes its points, its loading and its end, and writes its rows at least", () => {
  // 2 x 70 s; 8,190 MiB at 200 and at 10 MiB/s are 41 and 819 s; 5 to 120 s for the server.
  expect(planDuration([step])).toEqual({
    secondsLeast: 140 + 5 + 41,
    secondsMost: 140 + 120 + 819,
    hasPurge: false,
    mostIsLimit: false,
  });
  const bytesLeast = 8190 * 1024 ** 2;
  expect(estimateBytesWritten([step], { fastestBytesPerSecond: 1e9 })).toEqual({
    kind: "atMost",
    bytes: bytesLeast + 140e9,
    bytesLeast,
    linkBytesPerSecond: 1e9,
  });
  expect(estimateBytesWritten([step], {})).toEqual({ kind: "unknown", writingSeconds: 140, bytesLeast });
});

it("is of an agent, and not of fio", () => {
  expect(stepsForAgent([step]).map(({ path }) => path)).toEqual([[0]]);
  expect(fioJobFile({ name: "P", steps: [step] }, [])).toContain(
    "; Step 1, database: fio has no database; run pgbench by hand.\n",
  );
});
