import { expandPlan } from "@crosspoint/domain";
import { expect, it } from "vitest";
import { placedName } from "./placed-name.ts";

type Spec = Parameters<typeof placedName>[0]["spec"];

const sweep = { kind: "sweep", pattern: "random", readPercent: 100, blockBytes: 4096, durationSeconds: 1 } as const;
const expanded = expandPlan([sweep], 1);
const spec = (expanded.kind === "tooMany" ? [] : expanded.points).map((point) => point.spec)[0] as Spec;
const named = (round?: number, raised?: Parameters<typeof placedName>[0]["raised"]) =>
  placedName({ spec, round, raised }).replace(placedName({ spec, round: undefined, raised: undefined }), "");

it("tells apart the like points of a step", () => {
  expect(named()).toBe("");
  expect(named(2)).toBe(", round 3");
  expect(named(undefined, { parameter: "rate", value: 24 })).toBe(", rate 24×");
  expect(named(undefined, { parameter: "queueDepth", value: 64, confirms: true })).toBe(", confirmation");
});
