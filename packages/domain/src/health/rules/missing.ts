import type { HealthRule } from "../rule.ts";

/** Pulled, or no longer seen by the host that had it. */
export const missing: HealthRule = {
  kind: "health",
  id: "missing",
  judge: (facts) => (facts.missing ? { severity: "missing" } : undefined),
  text: () =>
    "The drive is no longer in any host. If nobody pulled it, check its slot and the kernel log of its last host.",
};
