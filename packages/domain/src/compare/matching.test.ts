import { describe, expect, it } from "vitest";
import { expandSweep } from "../plan/sweep.ts";
import { workloadOf } from "../workload/of-point.ts";
import type { Workload } from "../workload/workload.ts";
import { groupByWorkload } from "./matching.ts";
import type { ComparisonRow } from "./rows.ts";
import { flash, loose, optane, row } from "./testing.ts";

describe("groupByWorkload", () => {
  const keysOf = (rows: ComparisonRow[]) =>
    [...groupByWorkload(rows)].map(([key, group]) => [key, group.map(({ id }) => id)]);
  const measured = (id: string, how: Partial<Workload> = {}): ComparisonRow => {
    const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 1 } as const;
    const [workload] = expandSweep(sweep).map(workloadOf);
    if (workload === undefined) throw new Error("a sweep of one point");
    return { ...row(id, {}), kind: "measured", workload: { ...workload, ...how } };
  };

  it("puts published rows together by what they state", () => {
    expect(keysOf([optane, loose, flash])).toEqual([
      ["random-read-4k-qd1", ["optane", "flash"]],
      ["random-read-4k-qd16", ["loose"]],
    ]);
  });

  it("lets a published row stand beside every measured one that agrees with it, fresh and steady apart", () => {
    const fresh = measured("fresh");
    const steady = measured("steady", { precondition: ["purge", "fill:random:2"], steady: true });
    expect(keysOf([fresh, steady, measured("again"), optane, loose])).toEqual([
      ["random-read-4k-qd1", ["fresh", "again", "optane"]],
      ["random-read-4k-qd1-after(purge+fill:random:2)-steady", ["steady", "optane"]],
      ["random-read-4k-qd16", ["loose"]],
    ]);
  });
});
