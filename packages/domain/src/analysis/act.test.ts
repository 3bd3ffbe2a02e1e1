import { describe, expect, it } from "vitest";
import { decodeHistogram } from "../histogram/decode.ts";
import { histogramOfSamples } from "../histogram/testing/samples.ts";
import { ACT_LIMITS, type ActSlice, countOver, judgeAct } from "./act.ts";
import { expectNear, shared } from "./testing/vectors.ts";

interface SliceVector {
  readonly reads: number;
  readonly over_1ms: number;
  readonly over_8ms: number;
  readonly over_64ms: number;
  readonly complete?: boolean;
}

interface Percent {
  readonly over_1ms: number;
  readonly over_8ms: number;
  readonly over_64ms: number;
}

interface Expected {
  readonly slices: { percent: Percent | null; pass: boolean | null; failed?: string[]; why?: string }[];
  readonly worst: Percent | null;
  readonly pass: boolean | null;
  readonly count: number;
  readonly bounds: Record<string, { least: number; most: number }>;
}

const NAMES = { over1ms: "over_1ms", over8ms: "over_8ms", over64ms: "over_64ms" } as const;
const vectors = shared<{ slices?: SliceVector[]; hdr?: string }, Expected>("act");

it.each(vectors.filter(({ input }) => input.slices !== undefined))("ACT, $name", ({ input, expected }) => {
  const slices = (input.slices ?? []).map((each) =>
    slice(each.reads, each.over_1ms, each.over_8ms, each.over_64ms, each.complete ?? true),
  );
  const found = judgeAct(slices);
  const verdict = expected.pass === null ? "tooLittle" : expected.pass ? "passed" : "failed";
  expect(found.kind).toBe(verdict);
  for (const [index, row] of found.rows.entries()) {
    const wanted = expected.slices[index];
    if (row.kind === "notJudged") expect(wanted?.why).toBe(row.reason === "incomplete" ? "incomplete" : "no_reads");
    else {
      expect(row.failed.map((threshold) => NAMES[threshold])).toEqual(wanted?.failed);
      for (const { threshold } of ACT_LIMITS) {
        expectNear(row.percent[threshold], wanted?.percent?.[NAMES[threshold]] ?? -1, 1e-12, 1e-12);
      }
    }
  }
  if (found.kind === "tooLittle") return;
  for (const { threshold } of ACT_LIMITS) {
    expectNear(found.worstPercent[threshold], expected.worst?.[NAMES[threshold]] ?? -1, 1e-12, 1e-12);
  }
});

it.each(vectors.filter(({ input }) => input.hdr !== undefined))("ACT, $name", ({ input, expected }) => {
  const histogram = decodeHistogram(input.hdr ?? "");
  expect(histogram.totalCount).toBe(expected.count);
  for (const { threshold, ns } of ACT_LIMITS) {
    const { least, most } = expected.bounds[NAMES[threshold]] ?? expect.fail("no bound");
    expect(countOver(histogram, ns)).toEqual({ least, most });
  }
});

function slice(reads: number, over1ms: number, over8ms: number, over64ms: number, isComplete = true): ActSlice {
  return { isComplete, reads, over1ms, over8ms, over64ms };
}

describe("judgeAct", () => {
  it.each([
    // "Fewer than": the bounds themselves fail, and nothing is rounded to them.
    ["exactly 5 %", slice(10_000, 500, 0, 0), ["over1ms"]],
    ["4.996 %", slice(100_000, 4_996, 0, 0), []],
    ["exactly 1 %", slice(10_000, 300, 100, 0), ["over8ms"]],
    ["exactly 0.1 %", slice(10_000, 300, 50, 10), ["over64ms"]],
    ["all three", slice(100, 50, 50, 50), ["over1ms", "over8ms", "over64ms"]],
  ] as const)("%s", (_, only, failed) => {
    const kind = failed.length === 0 ? "passed" : "failed";
    expect(judgeAct([only])).toMatchObject({ kind, rows: [{ kind: "judged", failed }] });
  });

  it("fails a run for one hour, and takes no hour that it cannot judge for a pass", () => {
    const [good, bad] = [slice(1000, 10, 0, 0), slice(1000, 60, 0, 0)];
    expect(judgeAct([good, bad, good])).toMatchObject({ kind: "failed", worstPercent: { over1ms: 6, over8ms: 0 } });
    const open = judgeAct([good, slice(500, 500, 500, 500, false), slice(0, 0, 0, 0)]);
    expect(open).toMatchObject({ kind: "passed", basis: { judged: 1, slices: 3 } });
    expect(open.rows.slice(1)).toEqual([
      { kind: "notJudged", reason: "incomplete" },
      { kind: "notJudged", reason: "noReads" },
    ]);
    expect(judgeAct([slice(0, 0, 0, 0)])).toMatchObject({ kind: "tooLittle", of: "reads", rows: { length: 1 } });
  });
});

it("knows a share only between two bounds where a range holds the threshold", () => {
  // 1,000,000 lies in 999,936 to 1,000,447: 950,000 is below, 8,000,000 above, the other two are in it.
  expect(countOver(histogramOfSamples([950_000, 999_999, 1_000_001, 8_000_000]), 1_000_000)).toEqual({
    least: 1,
    most: 3,
  });
});
