import type { PlanStep } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import { planWith } from "../../plan/rules/loaded-plan.ts";
import { leftOutParts } from "./preflight-skips.ts";

it("says of each step within how many of its points are left out, of databases as of others", () => {
  const sweep: PlanStep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 5 };
  const database: PlanStep = {
    ...{ kind: "database", system: "postgresql", benchmark: "selectOnly" },
    ...{ sizeGib: 1, clients: [4, 8], durationSeconds: 5 },
  };
  const each: PlanStep = { kind: "each", setting: "powerState", values: [0, 3], steps: [sweep, database] };
  const document = { id: "p", name: "P", readsOnly: false, steps: [sweep, each] };
  const plan = planWith(document).on({ kind: "namespace", model: "X" });
  const reason = expect.stringContaining("no power state 3");
  expect(leftOutParts(plan, { isDrive: true, offered: { powerState: [0, 1] } })).toEqual([
    { what: "Step 2.1: 1 of 2 points", reason },
    { what: "Step 2.2: 2 of 4 points", reason },
  ]);
});
