import { describe, expect, it } from "vitest";
import { legendState } from "./legend-state.ts";

describe("legendState", () => {
  it("brings the series that is pointed at forward", () => {
    const { opacity } = legendState(new Set(), "reads");
    expect([opacity("reads"), opacity("writes")]).toEqual([1, 0.2]);
  });

  it("fades nothing while nothing is pointed at, nor after a click hid what is", () => {
    expect(legendState(new Set(), undefined).opacity("writes")).toBe(1);
    const { isHidden, opacity } = legendState(new Set(["reads"]), "reads");
    expect([isHidden("reads"), isHidden("writes"), opacity("writes")]).toEqual([true, false, 1]);
  });
});
