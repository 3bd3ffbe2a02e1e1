import type { HealthRule } from "../rule.ts";

/** Nothing is known of the drive's health yet. */
export const noSample: HealthRule = {
  kind: "health",
  id: "noSample",
  judge: ({ sample }) => (sample === undefined ? { severity: "unknown" } : undefined),
  text: () => "No health sample has arrived yet.",
};
