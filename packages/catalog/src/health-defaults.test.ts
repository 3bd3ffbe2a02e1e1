import { settingsOf } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { parseHealthDefaults } from "./health-defaults.ts";
import { healthDefaultsFor } from "./index.ts";

describe("healthDefaultsFor", () => {
  it.each([
    ["Samsung SSD 990 PRO 2TB", 365],
    ["samsung ssd 980 1TB ", 365],
    ["SAMSUNG MZQL21T9HCJR-00A07", undefined],
    ["INTEL SSDPED1K375GA", undefined],
  ])("%s is without power for long from %s days on", (model, days) => {
    const grades = settingsOf(healthDefaultsFor(model)).get("unpoweredLong");
    expect(grades?.map(({ severity, at }) => [severity, at])).toEqual(
      days === undefined ? undefined : [["watch", days]],
    );
  });

  it("is refused where nobody could set it", () => {
    const entry = { id: "a", models: ["*"], rule: "percentageUsed", grades: "off", why: "x", source: "y" };
    expect(parseHealthDefaults([entry])).toEqual([entry]);
    const wrong = (change: object) => () => parseHealthDefaults([{ ...entry, ...change }]);
    expect(wrong({ rule: "nothing" })).toThrow("health-defaults.yaml, a: There is no rule nothing.");
    expect(wrong({ grades: [{ severity: "failed", at: 1 }] })).toThrow(
      'health-defaults.yaml, a: Percentage used has no grade "failed".',
    );
    expect(wrong({ grades: [{ severity: "watch", at: 1e9 }] })).toThrow("must be from 1 to 255");
    expect(() => parseHealthDefaults([entry, entry])).toThrow("a occurs twice");
  });
});
