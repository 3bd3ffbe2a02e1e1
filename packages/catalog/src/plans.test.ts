import { readFileSync } from "node:fs";
import { describeWorkload, expandPlan, planDuration, workloadOf } from "@crosspoint/domain";
import { benchmarkPlan, pointSpec, protocolLimits } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { findPlan, plans } from "./index.ts";

const saidOf = (id: string) => findPlan(id)?.points.map(({ spec }) => describeWorkload(workloadOf(spec)));

it("the quick check is three minutes of reads: 3 x (55 s + 5 s)", () => {
  const plan = findPlan("quick-check");
  expect(plan?.document.readsOnly).toBe(true);
  expect(saidOf("quick-check")).toEqual([
    "4\u2009KiB random read, QD1",
    "4\u2009KiB random read, QD32",
    "128\u2009KiB sequential read, QD8",
  ]);
  expect(planDuration(plan?.points ?? [])).toEqual({ seconds: 180, isUpperBound: false });
});

it("the Optane comparison has the load of the six published rows", () => {
  expect(saidOf("optane-comparison")).toEqual(["4\u2009KiB random read, QD1", "4\u2009KiB random read, QD16"]);
  expect(findPlan("optane-comparison")?.departs[0]).toContain("four minutes");
});

it("the plans have the points of golden/plan-points.json, to which the agent's reader of plans holds itself too", async () => {
  const lists = plans.map(({ document, points }) => `"${document.id}": ${lineByLine(points)}`);
  const golden = new URL("../golden/plan-points.json", import.meta.url).pathname;
  await expect(`{\n${lists.join(",\n")}\n}\n`).toMatchFileSnapshot(golden);
});

it("a plan with every word of the language has the points of golden/every-axis-points.json", async () => {
  const golden = new URL("../golden/", import.meta.url);
  const plan = benchmarkPlan.parse(parse(readFileSync(new URL("every-axis.yaml", golden), "utf8")));
  const points = expandPlan(plan.steps, protocolLimits.pointsPerRun);
  if (points.kind !== "points") throw new Error(`${points.count} points are too many`);
  for (const { spec } of points.points) expect(pointSpec.parse(spec)).toEqual(spec);
  await expect(`${lineByLine(points.points)}\n`).toMatchFileSnapshot(
    new URL("every-axis-points.json", golden).pathname,
  );
});

it("none that says it reads only holds a write", () => {
  for (const { document, points } of plans.filter(({ document }) => document.readsOnly)) {
    expect([document.id, ...points.filter(({ spec }) => spec.readPercent < 100)]).toEqual([document.id]);
  }
});

/** JSON with a line for each point, so that a change of one shows as one. */
function lineByLine(points: readonly unknown[]): string {
  return `[\n${points.map((point) => JSON.stringify(point)).join(",\n")}\n]`;
}
