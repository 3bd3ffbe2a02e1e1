import { describe, expect, it } from "vitest";
import { columnUnit } from "./column-units.ts";
import type { Result } from "./results.ts";

const result = (latencyNsMean: number | undefined) => ({ latencyNsMean }) as Result;

describe("columnUnit", () => {
  it("is one for all rows, that of their middle", () => {
    // 8.9 µs and 2.3 ms: the middle of their logarithms is 143 µs.
    expect(columnUnit("mean", [result(8_900), result(2_300_000)])).toBe("µs");
    expect(columnUnit("mean", [result(800), result(900)])).toBe("ns");
  });

  it("has a unit where nothing completed", () => {
    expect(columnUnit("mean", [result(undefined)])).toBe("ns");
  });
});
