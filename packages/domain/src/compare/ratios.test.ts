import { describe, expect, it } from "vitest";
import { ratiosToBaseline } from "./ratios.ts";
import { flash, loose, optane } from "./testing.ts";

describe("ratiosToBaseline", () => {
  it("divides, knows which way is better, and carries bounds", () => {
    // 108 300 / 12 800 = 8.4609; 10 000 / 12 800 = 0.78125.
    const [first, second, third] = ratiosToBaseline([optane, flash, loose], flash, "iops");
    expect(first).toMatchObject({ kind: "ratio", bound: "exact", better: true });
    expect(first?.kind === "ratio" && first.ratio).toBeCloseTo(8.4609, 4);
    expect(second).toMatchObject({ ratio: 1, better: false });
    expect(third).toMatchObject({ ratio: 0.78125, bound: "at_least", better: false });
  });

  it("calls a lower latency better, and a missing one missing", () => {
    const ratios = ratiosToBaseline([optane, loose], flash, "latencyNsP99999");
    expect(ratios).toMatchObject([{ kind: "ratio", better: true }, { kind: "missing" }]);
    expect(ratiosToBaseline([optane], loose, "latencyNsP99999")).toMatchObject([{ kind: "missing" }]);
  });
});
