import { expect, it } from "vitest";
import { removalProgress, removalTitle } from "./progress-text";

it.each([
  ["host", 3, "Deleting the history of sim-db-128"],
  ["drive", 0, "Deleting the health history of sim-db-128"],
  ["drive", 3, "Deleting the health history and benchmark runs of sim-db-128"],
] as const)("says what is deleted with a %s and %d of its runs", (kind, runsTotal, title) => {
  expect(removalTitle({ kind, name: "sim-db-128", runsTotal })).toBe(title);
});

it("says how far it is", () => {
  const removal = { kind: "host", name: "sim-db-128", samplesTotal: 1_036_800, samplesRemoved: 425_000 } as const;
  expect(removalProgress({ ...removal, runsTotal: 2, runsRemoved: 0 })).toBe(
    "425,000 of 1,036,800 health samples, 0 of 2 benchmark runs deleted.",
  );
  expect(removalProgress({ ...removal, samplesTotal: 0, runsTotal: 0, runsRemoved: 0 })).toBe("Almost done.");
});
