import { expect, it } from "vitest";
import { buildAgent } from "../../scripts/steps/build.ts";
import { doneTooOften, lostBeforeSending, runKills } from "./kills.ts";

it("tells a lost event from a start, and a run that was begun too often", () => {
  expect(lostBeforeSending(new Set([7, 5, 6, 70_000, 70_001]))).toEqual([]);
  expect(lostBeforeSending(new Set([5, 7]))).toEqual(["1 events before number 7 were never sent"]);
  expect(doneTooOften([7, 8, 7, 7])).toEqual([]);
  expect(doneTooOften([7, 8, 7, 7, 7])).toEqual(["the run at queue depth 7 was started 4 times"]);
});

it("loses nothing, stores nothing twice and begins nothing for ever when each is killed twice", async () => {
  const report = await runKills(await buildAgent(), 2, 1);
  console.log(JSON.stringify(report));
  expect(report.faults).toEqual([]);
  // The claim is about a product at work.
  expect(report.eventsSent).toBeGreaterThan(20);
  expect(report.runs.complete).toBeGreaterThan(0);
});
