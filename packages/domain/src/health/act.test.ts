import { expect, it } from "vitest";
import { actOn } from "./act.ts";
import { HEALTH_RULES } from "./registry.ts";

it.each([
  ["missing", "missing", "retire"],
  ["hostNotReporting", "notReporting", "openHost"],
  ["warningTemperature", "watch", "limitPower"],
  ["firmwareKnownBad", "watch", "findFirmware"],
  ["percentageUsed", "watch", "acknowledge"],
  ["criticalWarning.reliabilityDegraded", "replace", "openDrive"],
  ["criticalWarning.readOnly", "failed", "openDrive"],
  ["noSample", "unknown", "openHost"],
] as const)("offers for %s that is %s to %s", (rule, severity, act) => {
  expect(actOn({ rule, severity })).toBe(act);
});

it("offers something for every grade of every rule", () => {
  for (const { id: rule, grades } of HEALTH_RULES) {
    for (const { severity } of grades) expect(actOn({ rule, severity }), `${rule} ${severity}`).toBeDefined();
  }
});

it("never offers first to take a drive that is to be replaced, or has failed, out of its verdict", () => {
  for (const { id: rule } of HEALTH_RULES) {
    for (const severity of ["replace", "failed"] as const) {
      expect(actOn({ rule, severity }), `${rule} ${severity}`).not.toBe("acknowledge");
    }
  }
});

it("offers nothing for what only others can know, of a rule that it does not have", () => {
  expect(actOn({ rule: "retiredRule" as never, severity: "unknown" })).toBeUndefined();
});
