import { expect, it } from "vitest";
import { savedPlanKey, savedPlanOf } from "./saved-plan-key";

it("names a version of a saved plan, and nothing else", () => {
  const savedPlanId = "3f0e9a1c-2b4d-4c6e-8f10-1a2b3c4d5e6f";
  expect(savedPlanOf(savedPlanKey(savedPlanId, 12))).toEqual({ kind: "saved", savedPlanId, version: 12 });
  for (const text of ["quick-check", "saved", `saved.${savedPlanId}`, `saved.${savedPlanId}.0`, "saved.x.1"]) {
    expect(savedPlanOf(text)).toBeUndefined();
  }
});
