import { expect, it } from "vitest";
import { draftAddress, draftFrom, importedDraft, isImported, newDraft } from "./draft-address";

it("finds a draft where it was typed", () => {
  expect(draftAddress(newDraft)).toBe("/benchmarks/plans/new");
  expect(draftAddress(draftFrom("quick-check"))).toBe("/benchmarks/plans/new?from=quick-check");
  expect(draftAddress(importedDraft(5))).toBe("/benchmarks/plans/new?draft=import-5");
  expect(draftAddress("3f0e9a1c-2b4d-4c6e-8f10-1a2b3c4d5e6f")).toBe(
    "/benchmarks/plans/3f0e9a1c-2b4d-4c6e-8f10-1a2b3c4d5e6f",
  );
  expect([isImported(importedDraft(5)), isImported(draftFrom("import"))]).toEqual([true, false]);
});
