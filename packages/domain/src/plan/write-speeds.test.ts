import { expect, it } from "vitest";
import { expandPlan } from "./expand.ts";
import type { PointSpec } from "./point-spec.ts";
import { basisOf, joinWriteSpeeds, writeSpeedOf } from "./write-speeds.ts";

const fast = { slowest: 2, fastest: 4 };
const slow = { slowest: 1, fastest: 2 };

it("takes what a drive showed itself before what its model is rated for, and says of each which", () => {
  expect(joinWriteSpeeds({}, {})).toBeUndefined();
  expect(joinWriteSpeeds({}, { sequential: fast })).toEqual({ sequential: { ...fast, source: "rated" } });
  expect(joinWriteSpeeds({ sequential: slow }, { sequential: fast, random4k: fast })).toEqual({
    sequential: { ...slow, source: "ownRuns" },
    random4k: { ...fast, source: "rated" },
  });
});

it("names the sources of the speeds that a point is estimated by, and no others", () => {
  const speeds = joinWriteSpeeds({ sequential: slow }, { random4k: fast }) ?? {};
  expect(writeSpeedOf(fill("sequential"), speeds)).toEqual({ ...slow, sources: ["ownRuns"] });
  // As slow as at random, or as fast as in order.
  expect(writeSpeedOf(fill("random"), speeds)).toEqual({ slowest: 2, fastest: 2, sources: ["rated", "ownRuns"] });
  expect(writeSpeedOf(fill("sequential"), { random4k: { ...fast, source: "rated" } })).toEqual({ sources: [] });
  expect(basisOf([])).toBeUndefined();
  expect(basisOf(["rated", "rated"])).toBe("rated");
  expect(basisOf(["rated", "ownRuns"])).toBe("both");
});

function fill(method: "sequential" | "random"): PointSpec {
  const expansion = expandPlan([{ kind: "fill", method, blockBytes: 4096, fills: 1 }], 1);
  const [point] = expansion.kind === "points" ? expansion.points : [];
  if (point === undefined) throw new Error("a fill is a point");
  return point.spec;
}
