import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counterDelta, criticalWarnings } from "./smart.ts";

const LARGEST = 2n ** 128n - 1n;
const counters = fc.bigInt({ min: 0n, max: LARGEST });

describe("counterDelta", () => {
  it.each([
    [100n, 250n, { kind: "grown", by: 150n }],
    [100n, 100n, { kind: "grown", by: 0n }],
    // From 2^128 - 1: one step to 0, five more to 5.
    [LARGEST, 5n, { kind: "wrapped", by: 6n }],
    // A P3700's data units set back by firmware: a wrap would mean 2^128 - 3.2e10 of growth.
    [32_381_395_004n, 12n, { kind: "reset", atLeast: 12n }],
    // A 64-bit counter that passed its own end is no 128-bit wrap: its growth is not known.
    [2n ** 64n - 1n, 0n, { kind: "reset", atLeast: 0n }],
  ] as const)("from %s to %s", (before, after, expected) => {
    expect(counterDelta(before, after)).toEqual(expected);
  });

  it("recovers any growth below 2^64 from any counter, across the wrap too", () => {
    fc.assert(
      fc.property(counters, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (before, growth) => {
        const delta = counterDelta(before, (before + growth) % 2n ** 128n);
        expect(delta).toEqual({ kind: before + growth > LARGEST ? "wrapped" : "grown", by: growth });
      }),
    );
  });

  it("never reports negative growth", () => {
    fc.assert(
      fc.property(counters, counters, (before, after) => {
        const delta = counterDelta(before, after);
        expect(delta.kind === "reset" ? delta.atLeast : delta.by).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

describe("criticalWarnings", () => {
  it("names each bit, reserved ones too", () => {
    expect(criticalWarnings(0)).toEqual([]);
    expect(criticalWarnings(0xff).map(({ bit, name }) => `${bit} ${name}`)).toEqual([
      "0 availableSpareBelowThreshold",
      "1 temperatureThreshold",
      "2 reliabilityDegraded",
      "3 readOnly",
      "4 volatileMemoryBackupFailed",
      "5 persistentMemoryRegionUnreliable",
      "6 reserved",
      "7 reserved",
    ]);
  });

  it("reads 0x4, which QEMU raises, as reliability", () => {
    expect(criticalWarnings(0x4).map(({ name }) => name)).toEqual(["reliabilityDegraded"]);
  });
});
