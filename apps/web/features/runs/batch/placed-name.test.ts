import { expandPlan } from "@crosspoint/domain";
import { expect, it } from "vitest";
import { placedName } from "./placed-name.ts";

type Spec = Parameters<typeof placedName>[0]["spec"];

const sweep = { kind: "sweep", pattern: "random", readPercent: 100, blockBytes: 4096, durationSeconds: 1 } as const;
const expanded = expandPlan([sweep], 1);
const spec = (expanded.kind === "tooMany" ? [] : expanded.points).map((point) => point.spec)[0] as Spec;
const named = (round?: number, raised?: Parameters<typeof placedName>[0]["raised"]) =>
  placedName({ spec, round, raised }).replace(placedName({ spec, round: undefined, raised: undefined }), "");

it("says of a fill how often it writes the span", () => {
  const named = (fills: number) => {
    const fill = { kind: "fill", method: "sequential", blockBytes: 131_072, fills } as const;
    const planned = expandPlan([fill], 1);
    return planned.kind === "tooMany" ? undefined : placedName(planned.points[0] as { spec: Spec });
  };
  expect(named(2)).toBe("sequential fill, 128\u2009KiB, 2 passes");
  expect(named(1)).toBe("sequential fill, 128\u2009KiB, 1 pass");
});

it("tells apart the like points of a step", () => {
  expect(named()).toBe("");
  expect(named(2)).toBe(", round 3");
  expect(named(undefined, { parameter: "rate", value: 24 })).toBe(", rate 24×");
  expect(named(undefined, { parameter: "queueDepth", value: 64, confirms: true })).toBe(", confirmation");
});
