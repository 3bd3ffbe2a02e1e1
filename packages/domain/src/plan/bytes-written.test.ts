import { describe, expect, it } from "vitest";
import { estimateBytesWritten, linkBytesPerSecond } from "./bytes-written.ts";
import { expandSweep } from "./sweep.ts";

/** A second of warm-up and nine that are measured. */
const point = (readPercent: number) => {
  const timing = { rampSeconds: 1, durationSeconds: 9 };
  const [spec] = expandSweep({ kind: "sweep", pattern: "random", blockBytes: 4096, readPercent, ...timing });
  if (spec === undefined) throw new Error("a sweep of one point");
  return { spec };
};
const points = (...readPercents: number[]) => readPercents.map(point);

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
    expect(estimateBytesWritten(points(100), 1e9)).toEqual({ kind: "none" });
    expect(estimateBytesWritten(points(100), undefined)).toEqual({ kind: "none" });
  });

  it("counts ramps, and a mix by its ratio to the reads that fill the other direction", () => {
    expect(estimateBytesWritten(points(0), 1e9)).toMatchObject({ kind: "atMost", bytes: 10_000_000_000 });
    // 80 reads to 20 writes: a quarter of what the reads' direction carries.
    expect(estimateBytesWritten(points(80, 100), 1e9)).toMatchObject({ bytes: 2_500_000_000 });
    expect(estimateBytesWritten(points(30), 1e9)).toMatchObject({ bytes: 10_000_000_000 });
  });

  it("gives the time alone where the speed is not known", () => {
    expect(estimateBytesWritten(points(0, 70, 100), undefined)).toEqual({
      kind: "unknown",
      writingSeconds: 20,
    });
  });
});
