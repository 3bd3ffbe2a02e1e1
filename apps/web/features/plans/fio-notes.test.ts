import { fioJobFile } from "@crosspoint/domain";
import { expect, it } from "vitest";
import { fioNotes } from "./fio-notes";

it("says what fio cannot do of a plan, and nothing of what it can", () => {
  const steps = [
    { kind: "purge", method: "format" },
    { kind: "idle", seconds: 5 },
  ] as const;
  expect(fioNotes(fioJobFile({ name: "A", steps }, []))).toEqual([
    "Step 1, purge: fio cannot do this; do it before what follows.",
    "Step 2, idle: wait 5 s; fio does not.",
  ]);
  expect(fioNotes(fioJobFile({ name: "A", steps: [] }, []))).toEqual([]);
});
