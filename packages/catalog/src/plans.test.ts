import { readFileSync } from "node:fs";
import {
  countPoints,
  dependsOnModel,
  describeWorkload,
  expandPlan,
  type OfferedValues,
  planDuration,
  shortenPlan,
  shortForm,
  workloadOf,
} from "@crosspoint/domain";
import { benchmarkPlan, databaseSpec, planTemplate, pointSpec, protocolLimits } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { findPlan, type Plan, plans } from "./index.ts";

const saidOf = (id: string) => findPlan(id)?.points.map(({ spec }) => describeWorkload(workloadOf(spec)));

it("the quick check is three minutes of reads: 3 x (55 s + 5 s)", () => {
  const plan = findPlan("quick-check");
  expect(plan?.document.readsOnly).toBe(true);
  expect(saidOf("quick-check")).toEqual([
    "4\u2009KiB random read, QD1",
    "4\u2009KiB random read, QD32",
    "128\u2009KiB sequential read, QD8",
  ]);
  expect(planDuration(plan?.document.steps ?? [])).toMatchObject({ secondsLeast: 180, secondsMost: 180 });
});

it("the Optane comparison has the load of the six published rows", () => {
  expect(saidOf("optane-comparison")).toEqual(["4\u2009KiB random read, QD1", "4\u2009KiB random read, QD16"]);
  expect(findPlan("optane-comparison")?.departs[0]).toContain("four minutes");
});

it("the plans have the points of golden/plan-points.json, to which the agent's reader of plans holds itself too", async () => {
  const known = plans.filter(({ document }) => !dependsOnModel(document.steps));
  const lists = known.map(
    ({ document, points, databasePoints }) => `"${document.id}": ${lineByLine(inOrder({ points, databasePoints }))}`,
  );
  await expect(`{\n${lists.join(",\n")}\n}\n`).toMatchFileSnapshot(new URL("plan-points.json", golden).pathname);
});

const golden = new URL("../golden/", import.meta.url);

function goldenPlan(file: string, offered?: OfferedValues) {
  const { steps } = benchmarkPlan.parse(parse(readFileSync(new URL(file, golden), "utf8")));
  const expansion = expandPlan(steps, protocolLimits.pointsPerRun, offered);
  if (expansion.kind !== "points") throw new Error(`${expansion.count} points are too many`);
  for (const { spec } of expansion.points) expect(pointSpec.parse(spec)).toEqual(spec);
  for (const { database } of expansion.databasePoints) expect(databaseSpec.parse(database)).toEqual(database);
  return { points: lineByLine(inOrder(expansion)), pointsMax: countPoints(steps) };
}

it("a plan with every word of a sweep has the points of golden/every-axis-points.json", async () => {
  const { points } = goldenPlan("every-axis.yaml");
  await expect(`${points}\n`).toMatchFileSnapshot(new URL("every-axis-points.json", golden).pathname);
});

it("a plan with every kind of step has the points of golden/every-step-points.json", async () => {
  const offered = { powerState: [0, 1, 2] };
  const { points, pointsMax } = goldenPlan("every-step.yaml", offered);
  const text = `{\n"offered": ${JSON.stringify(offered)},\n"pointsMax": ${pointsMax},\n"points": ${points}\n}\n`;
  await expect(text).toMatchFileSnapshot(new URL("every-step-points.json", golden).pathname);
});

it("none that says it reads only holds a write", () => {
  for (const { document, points } of plans.filter(({ document }) => document.readsOnly)) {
    expect([document.id, ...points.filter(({ spec }) => spec.readPercent < 100)]).toEqual([document.id]);
  }
});

function inOrder({ points, databasePoints }: Pick<Plan, "points" | "databasePoints">) {
  return [...points, ...databasePoints].toSorted((a, b) => a.sequence - b.sequence);
}

/** JSON with a line for each point, so that a change of one shows as one. */
function lineByLine(points: readonly unknown[]): string {
  return `[\n${points.map((point) => JSON.stringify(point)).join(",\n")}\n]`;
}

it.each(plans.flatMap(({ document }) => [1, 2, 60, 86_400].map((most) => [document.id, most, document] as const)))(
  "%s is still a plan when its points take at most %i s, and no longer one",
  (_, most, document) => {
    const shortened = { ...document, steps: shortenPlan(document.steps, shortForm(most)) };
    expect(planTemplate.safeParse(shortened).error?.issues).toBeUndefined();
    const [short, whole] = [shortened, document].map(({ steps }) => planDuration(steps).secondsMost);
    expect(short).toBeLessThanOrEqual(whole ?? 0);
  },
);
