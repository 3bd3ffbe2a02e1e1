import { expect, it } from "vitest";
import { actOn } from "./act.ts";
import { HEALTH_RULES } from "./registry.ts";

it.each([
  ["missing", "missing", "retire"],
  ["hostNotReporting", "notReporting", "openHost"],
  ["warningTemperature", "watch", "limitPower"],
  ["firmwareKnownBad", "watch", "findFirmware"],
  ["criticalWarning.reliabilityDegraded", "replace", "acknowledge"],
  ["noSample", "unknown", "openHost"],
] as const)("offers for %s that is %s to %s", (rule, severity, act) => {
  expect(actOn({ rule, severity })).toBe(act);
});

it("offers something for every grade of every rule", () => {
  for (const { id: rule, grades } of HEALTH_RULES) {
    for (const { severity } of grades) expect(actOn({ rule, severity }), `${rule} ${severity}`).toBeDefined();
  }
});

it("offers nothing for what only others can know, of a rule that it does not have", () => {
  expect(actOn({ rule: "retiredRule" as never, severity: "unknown" })).toBeUndefined();
});
