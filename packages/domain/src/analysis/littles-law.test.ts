import { describe, expect, it } from "vitest";
import { type ClosedLoopDirection, checkLittlesLaw } from "./littles-law.ts";
import { expectNear, shared } from "./testing/vectors.ts";

type Input =
  | {
      readonly kind: "summary";
      readonly directions: { iops: number; mean_latency_ns: number }[];
      readonly depth: number;
    }
  | { readonly kind: "trace" };

interface Expected {
  readonly concurrency: number;
  readonly mean_latency_ns: number | null;
  readonly ratio: number | null;
  readonly consistent: boolean | null;
}

/** What a trace's operations in flight are is for whoever has a trace; we keep none. */
const summaries = shared<Input, Expected>("littles-law").filter(({ input }) => input.kind === "summary");

it.each(summaries)("Little's law, $name", ({ input, expected }) => {
  if (input.kind !== "summary") throw new Error("not a summary");
  const directions = input.directions.map((each) => ({ iops: each.iops, meanLatencyNs: each.mean_latency_ns }));
  const found = checkLittlesLaw(directions, input.depth);
  if (expected.consistent === null) {
    expect(found).toEqual({ kind: "tooLittle", of: "operations", needs: 1, has: 0 });
    return;
  }
  if (found.kind === "tooLittle") throw new Error("there are operations");
  expect(found.kind === "consistent").toBe(expected.consistent);
  expectNear(found.inFlight, expected.concurrency);
  expectNear(found.ratio, expected.ratio ?? -1);
  expectNear(found.meanLatencyNs, expected.mean_latency_ns ?? -1);
});

describe("checkLittlesLaw", () => {
  const one = (iops: number, meanLatencyNs: number): ClosedLoopDirection[] => [{ iops, meanLatencyNs }];
  it.each([
    // P4800X 375GB as published: 108 300 × 8.9 µs = 0.964 of 1, and 584 800 × 25.5 µs = 14.91 of 16, 6.8 % below.
    ["P4800X QD1", one(108_300, 8_900), 1, "consistent", 0.96387],
    ["P4800X QD16", one(584_800, 25_500), 16, "tooLow", 14.9124],
    // P3700 800GB as published: 167 200 × 93.9 µs = 15.70 of 16.
    ["P3700 QD16", one(167_200, 93_900), 16, "consistent", 15.70008],
    // fio 3.32 with SQPOLL has reported 80-second means at 108 k IOPS: 8.64 million in flight.
    ["SQPOLL", one(108_000, 80e9), 1, "tooHigh", 8_640_000],
    // 19 and 21 of 20 are at the bound, which is included; one operation more or less is beyond it.
    ["5 % below", one(190_000, 100_000), 20, "consistent", 19],
    ["more than 5 % below", one(189_999, 100_000), 20, "tooLow", 18.9999],
    ["5 % above", one(210_000, 100_000), 20, "consistent", 21],
    ["more than 5 % above", one(210_001, 100_000), 20, "tooHigh", 21.0001],
    // 6.3 + 0.6: the sum over the directions, whose unweighted mean latency would give 5.5.
    ["mixed", [...one(70_000, 90_000), ...one(30_000, 20_000)], 7, "consistent", 6.9],
  ] as const)("%s", (_, directions, depth, kind, inFlight) => {
    const found = checkLittlesLaw(directions, depth);
    expect(found).toMatchObject({ kind, basis: { totalQueueDepth: depth, tolerancePercent: 5 } });
    if (found.kind !== "tooLittle") expect(found.inFlight).toBeCloseTo(inFlight, 4);
  });

  it("says nothing of no operations", () => {
    expect(checkLittlesLaw(one(0, 0), 8)).toEqual({ kind: "tooLittle", of: "operations", needs: 1, has: 0 });
  });
});
