import { describe, expect, it } from "vitest";
import type { Point, Run } from "../../run/run-detail";
import { builtInSteps, complete, measuredRun } from "../../run/testing/measured-run";
import { departuresOf } from "./departures";
import { preparationOf } from "./preparation";

const environment = (writeCache?: string) => ({ environment: { writeCache } }) as unknown as Partial<Point>;
const snia = (writeCache?: string) =>
  measuredRun(builtInSteps("snia-pts-e-throughput-128k"), ({ round = 0 }) =>
    round < 5 ? { ...complete({ iops: 1000 }), ...environment(writeCache) } : undefined,
  );
const builtIn = { sources: [], departs: ["The purge is a Format."], isWhole: true };
const withMethod = (run: Run, method: Run["report"]["method"]): Run => ({ ...run, report: { ...run.report, method } });

describe("preparationOf", () => {
  it("reads purge and fills from what the rounds found", () => {
    expect(preparationOf(snia())).toEqual({
      purge: "NVMe Format",
      conditioning: "2 × the span, sequential, in blocks of 128\u2009KiB",
    });
  });

  it("says that a drive was measured as it was", () => {
    const [, , rounds] = builtInSteps("snia-pts-e-throughput-128k");
    const bare = measuredRun(rounds === undefined ? [] : [rounds], () => complete({ iops: 1 }));
    expect(preparationOf(bare).purge).toBe("none: the drive was not purged");
    expect(departuresOf(bare).ofRun).toEqual(
      expect.arrayContaining(["The drive was not purged.", "The drive was not preconditioned."]),
    );
  });
});

describe("departuresOf", () => {
  it("has those of the plan, and none of a run that kept to it", () => {
    expect(departuresOf(withMethod(snia("write through"), builtIn))).toEqual({
      ofPlan: ["The purge is a Format."],
      ofRun: [],
    });
  });

  it("names a write cache that was on or is not known, changed steps, and points without a result", () => {
    expect(departuresOf(withMethod(snia("write back"), builtIn)).ofRun).toEqual([
      "A volatile write cache was enabled.",
    ]);
    expect(departuresOf(withMethod(snia(), { ...builtIn, isWhole: false })).ofRun).toEqual([
      "The steps are not those of the built-in plan: it was shortened or changed, or drive settings were added.",
      "Whether a volatile write cache was enabled is not recorded.",
    ]);
    const failed = measuredRun(builtInSteps("snia-pts-e-throughput-128k"), ({ round }) =>
      round === 0 ? { state: "failed", reason: "the drive reset", warnings: ["hot"] } : undefined,
    );
    expect(departuresOf({ ...failed, state: "failed", reason: "Two points failed." } as Run).ofRun.slice(-3)).toEqual([
      "The run is failed: Two points failed.",
      "2 points: failed: the drive reset",
      "hot (2 points)",
    ]);
  });
});
