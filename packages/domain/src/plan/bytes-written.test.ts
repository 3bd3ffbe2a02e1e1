import { describe, expect, it } from "vitest";
import { estimateBytesWritten, linkBytesPerSecond } from "./bytes-written.ts";
import type { FillStep, PlanStep, StreamsStep, SweepStep } from "./steps.ts";

/** A second of warm-up and nine that are measured. */
const point = (readPercent: number): SweepStep => {
  const timing = { rampSeconds: 1, durationSeconds: 9 };
  return { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent, ...timing };
};
const points = (...readPercents: number[]) => readPercents.map(point);
const fill: FillStep = { kind: "fill", method: "sequential", blockBytes: 131_072, fills: 2, spanPercent: 50 };
const bytesOf = (steps: readonly PlanStep[], fastestBytesPerSecond?: number) =>
  estimateBytesWritten(steps, { sizeBytes: 1000, fastestBytesPerSecond });

describe("linkBytesPerSecond", () => {
  it("takes the line's encoding off", () => {
    // 5 GT/s x 2 lanes x 8/10 / 8 bits; 8 GT/s x 4 x 128/130 / 8; 64 GT/s x 4 x 242/256 / 8.
    expect(linkBytesPerSecond("5.0 GT/s PCIe", 2)).toBe(1_000_000_000);
    expect(linkBytesPerSecond("8.0 GT/s PCIe", 4)).toBe(3_938_461_538);
    expect(linkBytesPerSecond("64.0 GT/s PCIe", 4)).toBe(30_250_000_000);
  });

  it("knows nothing of a link that is not PCIe or not reported", () => {
    expect(linkBytesPerSecond(null, 4)).toBeUndefined();
    expect(linkBytesPerSecond("Unknown", 4)).toBeUndefined();
    expect(linkBytesPerSecond("8.0 GT/s PCIe", 0)).toBeUndefined();
  });
});

describe("estimateBytesWritten", () => {
  it("is nothing for reads, with or without a link", () => {
    expect(bytesOf(points(100), 1e9)).toEqual({ kind: "none" });
    expect(bytesOf(points(100))).toEqual({ kind: "none" });
  });

  it("counts ramps, and a mix by its ratio to the reads that fill the other direction", () => {
    const written = { kind: "atMost", bytes: 10_000_000_000, bytesLeast: 0, linkBytesPerSecond: 1e9 };
    expect(bytesOf(points(0), 1e9)).toEqual(written);
    // 80 reads to 20 writes: a quarter of what the reads' direction carries.
    expect(bytesOf(points(80, 100), 1e9)).toMatchObject({ bytes: 2_500_000_000 });
    expect(bytesOf(points(30), 1e9)).toMatchObject({ bytes: 10_000_000_000 });
  });

  it("knows what a fill writes, whatever the time: twice half of 1000 bytes", () => {
    expect(bytesOf([fill], 1e9)).toMatchObject({ kind: "atMost", bytes: 1000, bytesLeast: 1000 });
    expect(bytesOf([fill, ...points(0)])).toEqual({ kind: "unknown", writingSeconds: 604_810, bytesLeast: 1000 });
  });

  it("counts the spare space that a fill by sprandom writes too: 1000 bytes and a tenth", () => {
    const sprandom: FillStep = { kind: "fill", method: "sprandom", blockBytes: 4096, overProvisioningPercent: 10 };
    expect(bytesOf([sprandom], 1e9)).toMatchObject({ bytes: 1100, bytesLeast: 1100 });
  });

  it("leaves out what the target cannot do", () => {
    const abilities = { isDrive: true, logicalBlockBytes: 4096 };
    const facts = { fastestBytesPerSecond: 100, sizeBytes: 1000, abilities };
    const write = { kind: "sweep", pattern: "random", readPercent: 0, durationSeconds: 10 } as const;
    expect(estimateBytesWritten([{ ...write, blockBytes: [512, 4096] }], facts)).toMatchObject({ bytes: 1000 });
  });

  it("holds an open loop to its rate, and streams that write to their sum", () => {
    const stream = { pattern: "random", blockBytes: 1000, ratePerSecond: 10 } as const;
    const streams: StreamsStep = {
      kind: "streams",
      durationSeconds: 10,
      streams: [
        { name: "a", readPercent: 0, ...stream },
        { name: "b", readPercent: 70, ...stream },
        { name: "c", readPercent: 100, ...stream },
      ],
    };
    // 10 s x 10/s x 1000 B, all of them and 30 % of them.
    expect(bytesOf([streams], 1e9)).toMatchObject({ bytes: 130_000 });
    expect(bytesOf([streams])).toMatchObject({ kind: "unknown", writingSeconds: 10 });
  });

  it("writes in rounds and in searches from the fewest measurements to the most", () => {
    const tracked = [{ metric: "iops", readPercent: 0 }] as const;
    const until = { kind: "steadyState", windowRounds: 3, excursionPercent: 20, slopePercent: 10, tracked } as const;
    const rounds: PlanStep = { kind: "rounds", roundsMax: 5, until, steps: [fill, point(0)] };
    expect(bytesOf([rounds], 1000)).toMatchObject({ bytes: 5 * (1000 + 10_000), bytesLeast: 3 * 1000 });
    const search: PlanStep = {
      kind: "search",
      raise: "rate",
      from: 1,
      to: 4,
      resolution: 1,
      criteria: [],
      steps: [{ ...point(0), ratePerSecond: 1, blockBytes: 100 }],
    };
    // 1, 2, 4 and then 3, each counted at 4 per second: 4 x 10 s x 400 B/s.
    expect(bytesOf([search], 1e9)).toMatchObject({ bytes: 16_000, bytesLeast: 0 });
  });

  describe("at the speeds of its drive", () => {
    const rated = {
      sequential: { slowest: 100, fastest: 200, source: "rated" },
      random4k: { slowest: 20, fastest: 40, source: "rated" },
    } as const;
    const expectedOf = (steps: readonly PlanStep[], fastestBytesPerSecond?: number) => {
      const written = estimateBytesWritten(steps, { sizeBytes: 1000, fastestBytesPerSecond, writes: rated });
      return written.kind === "none" ? undefined : written.expected;
    };

    it("expects of a point that ends by time from the slowest to the fastest, where enough is outstanding", () => {
      const deep = { ...point(0), queueDepth: 32 };
      // 10 s x 20 B/s, and 10 s at the speed of writing in order.
      expect(expectedOf([deep], 1e9)).toEqual({ least: 200, most: 2000, basis: "rated" });
      expect(expectedOf([deep], 150)).toMatchObject({ most: 1500 });
      expect(expectedOf([point(0)], 1e9)).toMatchObject({ least: 0, most: 2000 });
      expect(expectedOf([{ ...deep, readPercent: 50 }], 1e9)).toMatchObject({ least: 100, most: 2000 });
      // One of 10 bytes a second, 10 s; the slowest is 20 B/s / 409.6.
      expect(expectedOf([{ ...deep, ratePerSecond: 1, blockBytes: 10 }], 1e9)).toMatchObject({ least: 0, most: 100 });
    });

    it("expects of a fill what it writes, and nothing where no speed is known", () => {
      expect(expectedOf([fill], 1e9)).toEqual({ least: 1000, most: 1000 });
      const unknown = estimateBytesWritten([point(0)], { sizeBytes: 1000, writes: {} });
      expect(unknown).toMatchObject({ kind: "unknown" });
      expect(unknown).not.toHaveProperty("expected");
    });
  });

  it("names the sources of the speeds that were used, and no others", () => {
    const writes = {
      sequential: { slowest: 100, fastest: 200, source: "ownRuns" },
      random4k: { slowest: 20, fastest: 40, source: "rated" },
    } as const;
    const basisOf = (...steps: PlanStep[]) => {
      const written = estimateBytesWritten(steps, { sizeBytes: 1000, fastestBytesPerSecond: 1e9, writes });
      return written.kind === "none" ? undefined : written.expected?.basis;
    };
    const sequential = { ...point(0), pattern: "sequential" } as const;
    expect(basisOf(sequential)).toBe("ownRuns");
    expect(basisOf(sequential, point(0))).toBe("both");
    // A fill writes the same at any speed.
    expect(basisOf({ ...fill, method: "random" }, sequential)).toBe("ownRuns");
  });

  it("gives the time alone where the speed is not known", () => {
    expect(bytesOf(points(0, 70, 100))).toEqual({ kind: "unknown", writingSeconds: 20, bytesLeast: 0 });
  });
});
