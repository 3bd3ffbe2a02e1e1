import { describe, expect, it } from "vitest";
import { defaultWorkload, parseWorkload } from "./workload.ts";

describe("parseWorkload", () => {
  it("reads the defaults: 4 KiB random read at depth one for a minute", () => {
    expect(parseWorkload(defaultWorkload)).toMatchObject({
      kind: "valid",
      workload: {
        pattern: "random",
        readPercent: 100,
        blockBytes: 4096,
        queueDepth: 1,
        threads: 1,
        durationSeconds: 60,
        rampSeconds: 5,
        spanPercent: 100,
      },
    });
  });

  it("takes half a KiB as a 512-byte block", () => {
    expect(parseWorkload({ ...defaultWorkload, blockKib: "0.5" })).toMatchObject({ workload: { blockBytes: 512 } });
  });

  it.each([
    ["readPercent", "101"],
    ["readPercent", ""],
    ["blockKib", "0.3"],
    ["blockKib", "four"],
    ["queueDepth", "0"],
    ["threads", "1.5"],
    ["durationS", "4000"],
    ["rampS", "-1"],
    ["spanPercent", "0"],
  ] as const)("says at the field that %s may not be %j", (field, value) => {
    const parsed = parseWorkload({ ...defaultWorkload, [field]: value });
    expect(parsed.kind).toBe("invalid");
    expect(Object.keys(parsed.errors)).toEqual([field]);
  });
});
