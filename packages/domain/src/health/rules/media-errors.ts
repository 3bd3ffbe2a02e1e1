import { formatCount } from "../../units/units.ts";
import type { HealthRule } from "../rule.ts";

export const mediaErrors: HealthRule = {
  kind: "health",
  id: "mediaErrors",
  judge: ({ sample }) => {
    if (sample === undefined || sample.mediaErrors === 0n) return undefined;
    return { severity: "watch", value: sample.mediaErrors, threshold: 0, unit: "errors" };
  },
  text: ({ value = 0 }) =>
    `${formatCount(value)} media ${value === 1n || value === 1 ? "error" : "errors"}: data could not be read back intact.`,
};
