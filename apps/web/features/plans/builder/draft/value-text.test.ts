import { describe, expect, it } from "vitest";
import { axisOf, readValue, readValues, showValue, valuesOf, withValues, writeValue } from "./value-text";

describe("a typed value", () => {
  it.each([
    ["4k", "bytes", 4096],
    ["1M", "bytes", 1_048_576],
    ["4 KiB", "bytes", 4096],
    ["512", "bytes", 512],
    ["100k", "rate", 100_000],
    ["1.5", "rate", 1.5],
    ["10m", "seconds", 600],
    ["0.1h", "seconds", 360],
    ["70 %", "percent", 70],
    ["1ms", "nanoseconds", 1_000_000],
    ["4k", "count", "4k"],
    ["abc", "count", "abc"],
    ["-1", "count", -1],
    ["", "count", undefined],
    [" zipf:1.1 ", "text", "zipf:1.1"],
  ] as const)("%s as %s is %s", (text, kind, value) => {
    expect(readValue(text, kind)).toBe(value);
  });

  it("is written as it can be typed again", () => {
    for (const bytes of [1, 512, 4096, 4100, 1_048_576])
      expect(readValue(writeValue(bytes, "bytes"), "bytes")).toBe(bytes);
    expect([writeValue(131_072, "bytes"), writeValue(undefined, "count"), writeValue("x", "count")]).toEqual([
      "128k",
      "",
      "x",
    ]);
    expect([showValue(4100, "bytes"), showValue("x", "bytes")]).toEqual(["4100", "x"]);
  });
});

describe("typed values of an axis", () => {
  it.each([
    ["1 2 4", "count", [1, 2, 4]],
    ["4k, 128k;1M", "bytes", [4096, 131_072, 1_048_576]],
    ["1..64", "count", [1, 2, 4, 8, 16, 32, 64]],
    ["64..1", "count", [64, 32, 16, 8, 4, 2, 1]],
    ["1..48", "count", [1, 2, 4, 8, 16, 32, 48]],
    ["512..4k", "bytes", [512, 1024, 2048, 4096]],
    ["0..100/25", "percent", [0, 25, 50, 75, 100]],
    ["100..0/40", "percent", [100, 60, 20]],
    ["0..100", "percent", ["0..100"]],
    ["7..7", "count", [7]],
    ["1 x 3", "count", [1, "x", 3]],
    ["zipf:1.1 uniform", "text", ["zipf:1.1", "uniform"]],
    ["  ", "count", []],
  ] as const)("%s as %s are %j", (text, kind, values) => {
    expect(readValues(text, kind)).toEqual(values);
  });

  it("are never made in thousands", () => {
    expect(readValues("1..1000000000/1", "count")).toHaveLength(65);
  });

  it("go where the order of the others wants them, each once", () => {
    expect(withValues([1, 4], [2, 4, 2])).toEqual([1, 2, 4]);
    expect(withValues([100, 50], [70])).toEqual([100, 70, 50]);
    expect(withValues([4], [1])).toEqual([4, 1]);
    expect(withValues([4, 1, 8], [2])).toEqual([4, 1, 8, 2]);
    expect(withValues(["a"], ["b", "a"])).toEqual(["a", "b"]);
  });

  it("are an axis: one stands for itself, none is no field", () => {
    expect([axisOf([1, 2]), axisOf([1]), axisOf([])]).toEqual([[1, 2], 1, undefined]);
    expect([valuesOf([1, 2]), valuesOf(1), valuesOf(undefined)]).toEqual([[1, 2], [1], []]);
  });
});
