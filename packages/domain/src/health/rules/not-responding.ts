import type { HealthRule } from "../rule.ts";

export const notResponding: HealthRule = {
  kind: "health",
  id: "notResponding",
  judge: (facts) => (facts.notResponding ? { severity: "notResponding" } : undefined),
  text: () => "The controller is not responding. Check the host's kernel log, then reseat or replace the drive.",
};
