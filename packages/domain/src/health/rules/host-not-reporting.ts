import type { HealthRule } from "../rule.ts";

/** A drive that is on no host any more cannot be silent with it. */
export const hostNotReporting: HealthRule = {
  kind: "health",
  id: "hostNotReporting",
  judge: (facts) => (facts.hostNotReporting && !facts.missing ? { severity: "notReporting" } : undefined),
  text: () =>
    "The drive's host has stopped reporting, and nothing here is newer than its last report. Check that the host and its agent are running.",
};
