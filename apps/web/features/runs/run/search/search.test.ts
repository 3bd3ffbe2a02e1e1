import type { SearchStep } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import type { Point } from "../run-detail";
import { builtInSteps, complete, measuredRun } from "../testing/measured-run";
import { readCriterion } from "./criteria";
import { criterionName, failureWords, figureWords, limitWords } from "./criterion-words";
import { limitsSentence } from "./limits-sentence";
import { prepareSearch } from "./prepare-search";
import { disagrees, failedCriteria, searchesOf } from "./trials";

const steps = builtInSteps("act");
const search = steps[1] as SearchStep;
const [over1ms, , , rate] = search.criteria;
if (over1ms === undefined || rate === undefined) throw new Error("ACT has six criteria.");

const slice = (startSecond: number, operations: number, slow: number, seconds = 300) => ({
  startSecond,
  seconds,
  read: { operations, over: [1e6, 2e6, 8e6, 64e6].map((thresholdNs) => ({ thresholdNs, operations: slow })) },
});

/** The reads of ACT at its first multiple: 2,000 a second. */
const reads = (slices: readonly object[]) => {
  const run = measuredRun(steps, ({ raised, spec }) =>
    raised?.value === 1 && raised.confirms !== true && spec.stream === "reads"
      ? ({ ...complete({ direction: "read", iops: 2000, seconds: 300 }), slices } as Partial<Point>)
      : undefined,
  );
  return run.points.find(({ directions }) => directions.length > 0);
};

describe("readCriterion", () => {
  it("judges the worst slice, before rounding", () => {
    // 5 % of 600,000 are 30,000: not below.
    const held = readCriterion(over1ms, reads([slice(0, 600_000, 29_999), slice(300, 600_000, 10)]));
    expect(held).toMatchObject({
      holds: "holds",
      parts: { length: 2 },
      worst: { startSecond: 0, operations: 600_000 },
    });
    expect(figureWords(over1ms, held.worst?.value ?? 0), "never rounded onto the limit").toBe("4.9998\u2009%");
    const failed = readCriterion(over1ms, reads([slice(0, 600_000, 10), slice(300, 600_000, 30_000)]));
    expect(failed).toMatchObject({ holds: "fails", worst: { startSecond: 300, value: 5 } });
    expect(failureWords(failed)).toBe("Reads over 1\u2009ms: 5\u2009% (limit <\u20095\u2009%)");
  });

  it("is not clear where what had not started could be too much", () => {
    // 2,000 a second for 300 s are 600,000: 20,000 did not complete, and with them 23,000 of 600,000 are 3.8 %.
    expect(readCriterion(over1ms, reads([slice(0, 580_000, 3_000)])).holds).toBe("holds");
    // 12,000 and 20,000 of 600,000 are 5.3 %.
    expect(readCriterion(over1ms, reads([slice(0, 580_000, 12_000)])).holds).toBe("unclear");
    // Only what had not started at the end counts so.
    expect(readCriterion(over1ms, reads([slice(0, 580_000, 12_000), slice(300, 600_000, 0)])).holds).toBe("holds");
  });

  it("holds the completed against what the open loop asked for", () => {
    expect(readCriterion(rate, reads([slice(0, 588_000, 0)]))).toMatchObject({ holds: "holds", worst: { value: 98 } });
    const slow = readCriterion(rate, reads([slice(0, 588_000, 0), slice(300, 587_999, 0)]));
    expect(slow).toMatchObject({ holds: "fails", worst: { startSecond: 300 } });
    expect(figureWords(rate, slow.worst?.value ?? 0)).not.toBe("98\u2009%");
  });

  it("has no figure of what was not counted or did not complete", () => {
    expect(readCriterion(over1ms, undefined)).toMatchObject({ holds: "notKnown", worst: undefined });
    const uncounted = { ...slice(0, 5, 0), read: { operations: 5, over: [] } };
    expect(readCriterion(over1ms, reads([uncounted]))).toMatchObject({ holds: "notKnown" });
    expect(readCriterion(over1ms, reads([]))).toMatchObject({ holds: "fails", reason: "Nothing completed." });
    expect(readCriterion(over1ms, reads([slice(0, 0, 0)]))).toMatchObject({ holds: "fails" });
  });

  it("reads a percentile of a point that has no slices, and calls one at its limit not clear", () => {
    const sweep = {
      kind: "sweep",
      pattern: "random",
      blockBytes: 4096,
      readPercent: 100,
      durationSeconds: 60,
    } as const;
    const criterion = { direction: "read", percentile: 99.9, belowNs: 1_000_000 } as const;
    const of = (latencyNsP999: number, operations = 1_000_000) => {
      const { points } = measuredRun([sweep], () => {
        const measured = complete({ direction: "read", iops: 1000 });
        return {
          ...measured,
          directions: measured.directions?.map((each) => ({ ...each, operations, latencyNsP999 })),
        };
      });
      return readCriterion(criterion, points[0]);
    };
    expect(of(900_000)).toMatchObject({ holds: "holds", worst: { value: 900_000 } });
    expect(of(1_100_000)).toMatchObject({ holds: "fails" });
    expect(of(1_000_500)).toMatchObject({ holds: "unclear" });
    expect(of(900_000, 500), "no operation stands above it").toMatchObject({ holds: "fails", worst: undefined });
    expect(limitWords(criterion)).toBe("<\u20091\u2009ms");
    expect(criterionName(criterion)).toBe("p99.9 of reads");
  });
});

/** ACT on a drive that fails above some multiple, tried as the agent does: 1, 2, 4, 8, then what lies between. */
function searched(tried: readonly number[], limit: number, finding?: { highest?: number; undecided?: boolean }) {
  const points = tried.flatMap((value, index) =>
    ["reads", "largeReads", "largeWrites"].map((stream, place) => {
      const step = measuredRun(steps, () => undefined).points.find(({ spec }) => spec.stream === stream);
      const confirms = tried.indexOf(value) < index;
      const slow = value > limit ? 60_000 * value : 100;
      const load = { kind: "open", ratePerSecond: (stream === "reads" ? 2000 : 23.53) * value, pace: "fixed" };
      const direction = stream === "largeWrites" ? "write" : "read";
      const counts = {
        operations: load.ratePerSecond * 300,
        over: slice(0, 0, stream === "reads" ? slow : 0).read.over,
      };
      return {
        ...step,
        ...complete({ direction, iops: load.ratePerSecond, seconds: 300 }),
        sequence: 1 + 3 * index + place,
        raised: { parameter: "rate", value, ...(confirms ? { confirms } : {}) },
        spec: { ...step?.spec, load },
        slices: [{ startSecond: 0, seconds: 300, [direction]: counts }],
      } as unknown as Point;
    }),
  );
  const told = { parameter: "rate" as const, undecided: false, ...finding };
  const findings = finding === undefined ? [] : [{ stepPath: [1], search: told, rounds: undefined }];
  const [only] = searchesOf({ steps, points, findings });
  if (only === undefined) throw new Error("The plan searches.");
  return only;
}

describe("searchesOf", () => {
  it("tells of each trial what the agent made of it, and that the figures say the same", () => {
    const found = searched([1, 2, 4, 8, 6, 5, 5], 5, { highest: 5 });
    expect(found.trials.map(({ value, confirms, told, read }) => [value, confirms, told, read])).toEqual([
      [1, false, "passed", "holds"],
      [2, false, "passed", "holds"],
      [4, false, "passed", "holds"],
      [8, false, "failed", "fails"],
      [6, false, "failed", "fails"],
      [5, false, "passed", "holds"],
      [5, true, "passed", "holds"],
    ]);
    expect(found.trials.some(disagrees)).toBe(false);
  });

  it("shows a trial of which the figures say the opposite", () => {
    // The figures fail from 3 on, but the agent went up after 4.
    const found = searched([1, 2, 4, 8], 2);
    expect(found.trials.filter(disagrees).map(({ value }) => value)).toEqual([4]);
    expect(found.trials.at(-1), "nothing followed the last").toMatchObject({ told: undefined, read: "fails" });
  });

  it("knows of none that passed, and of a confirmation that failed", () => {
    expect(searched([1], 0, {}).trials).toMatchObject([{ told: "failed" }]);
    expect(searched([1], 0, { undecided: true }).trials).toMatchObject([{ told: undefined }]);
    const lowered = searched([1, 2, 4, 3, 3, 2], 3, { highest: 2 });
    expect(lowered.trials.map(({ value, confirms, told }) => `${value}${confirms ? "c" : ""} ${told}`)).toEqual([
      ...["1 passed", "2 passed", "4 failed", "3 passed", "3c failed", "2c passed"],
    ]);
  });

  it("has the failed criteria of a point of the stream that they judge", () => {
    const failed = failedCriteria([searched([1, 2], 1, { highest: 1 })]);
    expect([...failed.keys()], "the reads of the second trial").toEqual([4]);
    expect(failed.get(4)?.map(failureWords)[0]).toBe("Reads over 1\u2009ms: 10\u2009% (limit <\u20095\u2009%)");
    expect(criterionName(search.criteria[5] ?? over1ms)).toBe("Large writes completed");
  });
});

describe("prepareSearch", () => {
  it("has a curve for each threshold with its limit, and the highest value that passes", () => {
    const [plot, ...others] = prepareSearch(searched([1, 2, 4, 8, 6, 5], 5, { highest: 5 }), String);
    expect(others).toEqual([]);
    expect(plot?.series.map(({ label }) => label)).toEqual([
      "Reads over 1\u2009ms (limit <\u20095\u2009%)",
      "Reads over 8\u2009ms (limit <\u20091\u2009%)",
      "Reads over 64\u2009ms (limit <\u20090.1\u2009%)",
    ]);
    expect(plot?.series[0]?.points.map(({ x }) => x)).toEqual([1, 2, 4, 5, 6, 8]);
    // Of the last multiple 10 % are slow at each threshold: of limits of 5, 1 and 0.1 %.
    expect(plot?.series.map(({ points }) => points.at(-1)?.y)).toEqual([200, 1000, 10_000]);
    expect(plot?.lines?.map(({ from, label }) => [from.x, from.y, label])).toEqual([
      [undefined, 100, "Limit"],
      [5, undefined, "×5"],
    ]);
  });

  it("shows what was tried beside what its confirmation came to", () => {
    const [plot] = prepareSearch(searched([1, 2, 4, 2, 1], 1, { highest: 1 }), String);
    expect(plot?.series[0]?.points.map(({ x, form }) => `${x} ${form}`)).toEqual([
      ...["1 circle", "1 diamond", "2 circle", "2 diamond", "4 circle"],
    ]);
    expect(plot?.note).toBe("worst slice of each trial; diamonds are confirmations; highest that passes: ×1");
  });

  it("shows a thousand times the limit and nothing at all beside the limit", () => {
    const [plot] = prepareSearch(searched([1, 2, 4], 2, { highest: 2 }), String);
    expect(plot?.y).toMatchObject({ scale: "log10", withZero: true });
  });

  it("has latencies in a unit of their own, which the axis names", () => {
    const criterion = { direction: "read", percentile: 99, belowNs: 100_000_000 } as const;
    const found = searched([1], 0, {});
    const worst = { startSecond: 0, seconds: 8, operations: 320, value: 932_700_000, holds: "fails" } as const;
    const readings = [{ criterion, parts: [worst], worst, holds: worst.holds }];
    const trials = found.trials.map((trial) => ({ ...trial, readings }));
    const [plot] = prepareSearch({ ...found, step: { ...found.step, criteria: [criterion] }, trials }, String);
    expect(plot?.y).toMatchObject({ title: "Latency (ms)", perUnit: 1e6 });
  });

  it("says by whose limits trials are judged", () => {
    expect(limitsSentence(searched([1], 5))).toContain("Limits of Aerospike ACT");
  });
});
