import type { PlanStep } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import { planHash } from "./plan-hash.ts";

const sweep: PlanStep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 };

it("is the same for the same steps, in whatever order their fields stand", () => {
  const turned = Object.fromEntries(Object.entries(sweep).toReversed()) as PlanStep;
  expect(planHash([turned])).toBe(planHash([sweep]));
  // sha256sum of [{"blockBytes":4096,"durationSeconds":30,"kind":"sweep","pattern":"random","readPercent":100}]
  expect(planHash([sweep])).toBe("cf7083dfcd62ad94bd8df057118b6eb9dd38778b91c9d7381ad13492b613f398");
});

it("differs for another value, another order and another setting", () => {
  const hashes = [
    planHash([sweep]),
    planHash([{ ...sweep, readPercent: 99 } as PlanStep]),
    planHash([sweep, { kind: "set", powerGovernor: 1 }]),
    planHash([{ kind: "set", powerGovernor: 1 }, sweep]),
    planHash([{ kind: "set", powerGovernor: 2 }, sweep]),
  ];
  expect(new Set(hashes).size).toBe(5);
});
